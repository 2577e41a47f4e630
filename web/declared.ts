import type { Plugin } from 'vite'
import type { AnyCall, AnyEntity } from '../contract/src/kit/domain.ts'
import { DIALECTS } from '../contract/src/kit/entity.ts'
import type { Fields } from '../contract/src/kit/field.ts'
import { labelField } from '../contract/src/derive/label-field.ts'
import { registry } from '../contract/src/index.ts'
import type { Declared, EntityFacts, Read } from './src/platform/declared/facts.ts'

const NAME = 'virtual:declared'

/**
 * What every screen may need of every declaration, as data worked out when the web is built: the menu, where an entity
 * is read, and which domain declares it. The declarations themselves come with the pages that use them.
 */
export function declared(): Plugin {
  return {
    name: 'declared',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? `export const facts = ${JSON.stringify(allFacts())}` : undefined),
  }
}

/** Last parts of the paths by which rows are saved, in every dialect, and that of a workbook. */
const SAVING = [...new Set(Object.values(DIALECTS).flatMap(({ submit }) => submit))].join('|')
const ASKED_FOR = new RegExp(`^(POST .*/(${SAVING})|GET .*/export)$`)

const calls = new Map(
  registry.calls.flatMap((call) => [call.path, ...call.aliases].map((path) => [`${call.method} ${path}`, call])),
)

function allFacts(): Declared {
  const entities = byName([...registry.entities, ...registry.byHand], factsOf)
  const routes = [...calls.keys()].filter((route) => ASKED_FOR.test(route))
  return { menu: registry.menu, entities, routes, reports: byName(registry.reports, (report) => report.permission) }
}

function byName<T extends { name: string }, V>(all: T[], valueOf: (one: T) => V): Record<string, V> {
  return Object.fromEntries(all.map((one) => [one.name, valueOf(one)]))
}

function factsOf(entity: AnyEntity): EntityFacts {
  const isDerived = registry.entities.includes(entity)
  const { list } = DIALECTS[entity.dialect]
  const label = labelField(entity)
  const whole = entity.actions.find((action) => action === 'listall' || action === 'select')
  return {
    domain: registry.domains.find(({ entities, byHand }) => [...entities, ...byHand].includes(entity))?.name ?? '',
    title: entity.title,
    label,
    isWorded: (entity.fields as Fields)[label]?.isWorded === true,
    list: readOf(entity, list),
    ...(whole && { whole: readOf(entity, whole) }),
    ...(calls.has(`GET ${entity.paths[0]}/tree`) && { tree: readOf(entity, 'tree') }),
    isDerived,
  }
}

function readOf(entity: AnyEntity, segment: string): Read {
  const path = `${entity.paths[0]}/${segment}`
  const call: AnyCall | undefined = calls.get(`GET ${path}`)
  return { path, access: call?.access ?? 'signedIn' }
}
