import { type AnyCall, type AnyEntity, type AnyReport, type Domain, type MenuNode } from './domain.ts'
import { crudCalls } from './crud-calls.ts'
import { reportCall } from './report-call.ts'

/** Everything the product declares, checked once when it is put together. */
export interface Registry {
  domains: Domain[]
  entities: AnyEntity[]
  /** Entities whose calls are all written by hand. */
  byHand: AnyEntity[]
  /** What data scopes may narrow: every entity with rows of a tenant. */
  resources: AnyEntity[]
  reports: AnyReport[]
  /** Hand-declared calls first; they win over derived ones of the same path. */
  calls: AnyCall[]
  menu: MenuNode[]
  entity(name: string): AnyEntity
  report(name: string): AnyReport
}

export function defineRegistry(domains: Domain[], menu: MenuNode[]): Registry {
  const entities = domains.flatMap((domain) => domain.entities)
  const reports = domains.flatMap((domain) => domain.reports)
  const byHand = domains.flatMap((domain) => domain.byHand)
  const own = domains.flatMap((domain) => domain.calls)
  const taken = new Set(own.flatMap(routesOf))
  const derived = [...entities.flatMap(crudCalls), ...reports.map(reportCall)].filter(
    (call) => !routesOf(call).some((route) => taken.has(route)),
  )
  return {
    domains,
    entities,
    byHand,
    resources: [...entities, ...byHand].filter((one) => !one.tenantless),
    reports,
    calls: [...own, ...derived],
    menu,
    entity: (name) => find(entities, name),
    report: (name) => find(reports, name),
  }
}

/** `GET /path` of a call and its aliases. */
export function routesOf(call: AnyCall): string[] {
  return [call.path, ...call.aliases].map((path) => `${call.method} ${path}`)
}

function find<T extends { name: string }>(list: T[], name: string): T {
  const found = list.find((one) => one.name === name)
  if (!found) throw new Error(`nothing is declared under the name ${name}`)
  return found
}
