import type { Call } from './call.ts'
import type { Entity } from './entity.ts'
import type { Report } from './report.ts'
import type { Review } from './review.ts'
import type { States } from './states.ts'

// A list holds declarations of many shapes; their own types are used where they are named.
// oxlint-disable typescript/no-explicit-any
export type AnyEntity = Entity<any>
export type AnyCall = Call<any, any, any>
export type AnyReport = Report<any, any>
export type AnyStates = States<any, any>
export type AnyReview = Review<any, any, any, any>
// oxlint-enable typescript/no-explicit-any

/** What one domain of the product consists of. */
export interface Domain {
  name: string
  title: string
  entities: AnyEntity[]
  /** Entities whose calls are all written by hand; data scopes narrow them like the others. */
  byHand: AnyEntity[]
  calls: AnyCall[]
  reports: AnyReport[]
  reviews: AnyReview[]
  states: AnyStates[]
}

export function defineDomain(domain: Partial<Domain> & Pick<Domain, 'name' | 'title'>): Domain {
  return { entities: [], byHand: [], calls: [], reports: [], reviews: [], states: [], ...domain }
}

/** A node of the menu: a group, or a screen drawn from an entity, a report or a page of its own. */
export interface MenuNode {
  code: string
  title: string
  path: string
  icon?: string
  /** Exactly one of these on a leaf. */
  entity?: string
  report?: string
  /** `domain/name` of a page file of the web. */
  page?: string
  /** Permission that shows the page; entities and reports bring their own. */
  permission?: string
  /** Further permission codes granted here: code → title. */
  buttons?: Record<string, string>
  children?: MenuNode[]
}
