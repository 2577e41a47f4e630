import type { AnyCall, AnyEntity, AnyReport, AnyReview, Domain, MenuNode } from '../kit/domain.ts'
import { crudCalls } from './crud-calls.ts'
import { reportCall } from './report-call.ts'
import { reviewCalls } from './review-calls.ts'

/** Everything the product declares, checked once when it is put together. */
export interface Registry {
  domains: Domain[]
  entities: AnyEntity[]
  /** Entities whose calls are all written by hand. */
  byHand: AnyEntity[]
  /** What data scopes may narrow: every entity with rows of a tenant. */
  resources: AnyEntity[]
  reports: AnyReport[]
  reviews: AnyReview[]
  /** Hand-declared calls first; they win over derived ones of the same path. */
  calls: AnyCall[]
  menu: MenuNode[]
  entity(name: string): AnyEntity
  report(name: string): AnyReport
}

export function defineRegistry(domains: Domain[], menu: MenuNode[]): Registry {
  const entities = domains.flatMap((domain) => domain.entities)
  const reports = domains.flatMap((domain) => domain.reports)
  const reviews = domains.flatMap((domain) => domain.reviews)
  const byHand = domains.flatMap((domain) => domain.byHand)
  const own = domains.flatMap((domain) => domain.calls)
  const taken = new Set(own.flatMap(routesOf))
  const derived = [...entities.flatMap(crudCalls), ...reports.map(reportCall), ...reviews.flatMap(reviewCalls)].filter(
    (call) => !routesOf(call).some((route) => taken.has(route)),
  )
  return {
    domains,
    entities,
    byHand,
    resources: [...entities, ...byHand].filter((one) => !one.tenantless),
    reports,
    reviews,
    calls: [...own, ...derived],
    menu,
    entity: (name) => find([...entities, ...byHand], name),
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
