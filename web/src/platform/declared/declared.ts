import type { AnyEntity, Domain, MenuNode } from '@xueheng/contract/kit/domain.ts'
import { facts } from 'virtual:declared'
import type { EntityFacts, Read } from './facts.ts'

/** The menu of the product: every screen, whoever may open it. */
export const menu: MenuNode[] = facts.menu

/** What is known of an entity without its declaration. Throws for a name nothing is declared under. */
export function factsOf(name: string): EntityFacts {
  return known(facts.entities, name)
}

/** The same; nothing for a name nothing is declared under. */
export function findFacts(name: string): EntityFacts | undefined {
  return facts.entities[name]
}

/** Whether the calls of an entity follow from its declaration. */
export function isDerived(name: string): boolean {
  return facts.entities[name]?.isDerived === true
}

const routes = new Set(facts.routes)

/** Whether a call that saves a row, or makes a workbook of a list, is declared: `POST path`, `GET path`. */
export function hasCall(route: string): boolean {
  return routes.has(route)
}

/** Where the rows of an entity are read as a tree. Throws where they form none. */
export function treeOf(name: string): Read {
  const { tree } = factsOf(name)
  if (!tree) throw new Error(`${name} is no tree`)
  return tree
}

/** The right to read a report. Throws for a name nothing is declared under. */
export function rightOfReport(name: string): string {
  return known(facts.reports, name)
}

const files = import.meta.glob<Record<string, unknown>>('../../../../contract/src/domains/*/index.ts')

/** The declaration of an entity, fetched with its domain. */
export async function loadEntity(name: string): Promise<AnyEntity> {
  const { entities, byHand } = await loadDomain(factsOf(name).domain)
  const found = [...entities, ...byHand].find((entity) => entity.name === name)
  if (!found) throw new Error(`the web is older than its declarations: ${name}`)
  return found
}

async function loadDomain(name: string): Promise<Domain> {
  const load = files[`../../../../contract/src/domains/${name}/index.ts`]
  const found = Object.values(load ? await load() : {}).find((one): one is Domain => isDomain(one, name))
  if (!found) throw new Error(`no domain is called ${name}`)
  return found
}

function isDomain(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && 'reviews' in value && 'name' in value && value.name === name
}

function known<T>(all: Record<string, T>, name: string): T {
  const found = all[name]
  if (found === undefined) throw new Error(`nothing is declared under the name ${name}`)
  return found
}
