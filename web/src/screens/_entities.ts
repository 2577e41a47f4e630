import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import type { Made } from '../../../contract/test/made-row.ts'
import type { Asked } from '../platform/_stage.tsx'

const modules = import.meta.glob<Record<string, unknown>>('../../../contract/src/domains/*/*.ts', { eager: true })

/** The domain of every entity of the contract, also of those whose calls are written by hand. */
const DOMAINS = new Map(
  Object.entries(modules).flatMap(([path, module]) =>
    Object.values(module)
      .filter(isEntity)
      .map((entity) => [entity, path.split('/').at(-2) ?? ''] as const),
  ),
)

/** With `SCREENS_OF=<domain>` the tests of every entity and every screen are about those of one domain, where it has any. */
const ONLY = process.env['SCREENS_OF']

export const EVERY_ENTITY = onlyOf([...DOMAINS.keys()], (entity) => DOMAINS.get(entity))

export function domainOfEntity(name: string): string | undefined {
  return [...DOMAINS].find(([entity]) => entity.name === name)?.[1]
}

/** Those of the domain that is asked for, or all. */
export function onlyOf<T>(all: T[], domainOf: (one: T) => string | undefined): T[] {
  const own = all.filter((one) => ONLY && domainOf(one) === ONLY)
  return own.length > 0 ? own : all
}

function isEntity(value: unknown): value is AnyEntity {
  return typeof value === 'object' && value !== null && 'fields' in value && 'dialect' in value && 'paths' in value
}

/** Whether a call below one of the entity's paths is declared. */
export function callOf(entity: AnyEntity, method: string, ...segments: string[]) {
  const paths = segments.flatMap((segment) => entity.paths.map((path) => `${path}/${segment}`))
  return registry.calls.find(
    (call) => call.method === method && paths.some((path) => [call.path, ...call.aliases].includes(path)),
  )
}

/** Rows of some calls carry several keys as one text. */
export function asSent(entity: AnyEntity, row: Made): Made {
  const lists = Object.entries(entity.fields as Fields).filter(([, field]) => field.multiple)
  return { ...row, ...Object.fromEntries(lists.map(([name]) => [name, String(row[name])])) }
}

/** One row under every name it is asked for, and one entry for whatever is picked. */
export function answersWith(row: Made, total = 1): Record<string, (asked: Asked) => { data: unknown }> {
  const page = { records: [row], total, size: 10, current: 1, pages: Math.ceil(total / 10) }
  const known: Record<string, unknown> = {
    dictionary: [{ dictKey: '1', dictValue: '甲' }],
    tree: [{ id: '1', value: '1', title: '甲' }],
    list: page,
    page,
    'lazy-list': [row],
    listall: [row],
    select: [row],
  }
  // Asked by one of its values whether somebody has it already, the answer is nobody.
  const answer = (segment: string) => known[segment] ?? (Object.values(row).includes(segment) ? {} : row)
  return new Proxy({}, { get: (_none, segment: string) => () => ({ data: answer(segment) }), has: () => true })
}
