import type { AnyReview } from '@xueheng/contract/kit/domain.ts'
import type { ReviewStep } from '@xueheng/contract/kit/review.ts'
import type { Reader } from '../access/rules.ts'
import type { Ctx } from '../ctx.ts'
import type { StoredRow } from '../rows/rows.ts'

/** A row under review. */
export type ReviewRow = StoredRow

/** A row as it was before its action. */
export interface Decided {
  row: ReviewRow
  action: string
}

/** What one person is told. */
export interface News {
  title: string
  content: string
  /** Address of a screen. */
  link?: string | undefined
}

/** How people hear of decisions. Users and their messages belong to domains, so one of them stands behind this. */
export interface ReviewNotifier {
  /** A message to one user, in the transaction of `ctx`; nothing where the user is gone. */
  tellUser(ctx: Ctx, userId: string, news: News): Promise<void>
  /** Users who hold the permission and look after the unit, with what they may see. */
  findDeciders(ctx: Ctx, permission: string, unit: Unit): Promise<Reader[]>
}

/** Where a row belongs; empty codes where its entity has no such column. */
export interface Unit {
  areaCode: string
  schoolCode: string
}

interface Hooks {
  chooseAction?(ctx: Ctx, row: ReviewRow, wanted: string): Promise<string>
  beforeDecide?(ctx: Ctx, row: ReviewRow, action: string, opinion: string): Promise<void>
  amend?(ctx: Ctx, row: ReviewRow, values: Partial<ReviewRow>): Promise<Partial<ReviewRow>>
  afterDecide?(ctx: Ctx, row: ReviewRow, action: string, state: number): Promise<void>
  afterAll?(ctx: Ctx, decided: Decided[]): Promise<void>
  nameRow?(row: ReviewRow): string
  present?(ctx: Ctx, row: ReviewRow): ReviewRow
}

/** A declaration with what its module adds; the types of its fields and actions are checked where they were joined. */
export interface BoundReview {
  definition: AnyReview
  hooks: Hooks
  notifier: ReviewNotifier
}

export type Step = ReviewStep<string>

export function stepsOf({ steps }: AnyReview): [name: string, step: Step][] {
  return Object.entries(steps as Record<string, Step>)
}

/** A declared step; asking for another one is a mistake of the program. */
export function findStep(definition: AnyReview, name: string): Step {
  const found = definition.steps[name]
  if (!found) throw new Error(`${definition.name} has no step ${name}`)
  return found
}

/** The step an action belongs to. */
export function stepOfAction(definition: AnyReview, action: string): Step | undefined {
  return stepsOf(definition).find(([, { pass, reject }]) => pass.includes(action) || reject === action)?.[1]
}

/** Id of the user whose row it is. */
export function ownerOf({ owner = 'createUser' }: AnyReview, row: ReviewRow): string {
  return String(row[owner] ?? '')
}
