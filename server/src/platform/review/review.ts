import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import type { AnyReview } from '@xueheng/contract/kit/domain.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { type ReviewCall, reviewCalls } from '@xueheng/contract/derive/review-calls.ts'
import type { Review } from '@xueheng/contract/kit/review.ts'
import type { Ctx } from '../ctx.ts'
import { type Implementation, implement } from '../module.ts'
import { actAlone, moveRow } from './act.ts'
import type { BoundReview, ReviewNotifier, ReviewRow } from './bound.ts'
import { decideAll, decideEach, decisionOf } from './decide.ts'
import { readLog } from './log.ts'
import { readQueue } from './queue.ts'
import type { Query } from '../rows/read.ts'
import { submitWithState } from './submit-with-state.ts'

/** What a module adds to a review. Every function runs in the transaction of the decision. */
export interface ReviewHooks<F extends Fields, A extends string> {
  /** Which of a step's passing actions is meant for this row; `wanted` is the first, or the one a body asked for. */
  chooseAction?(ctx: Ctx, row: EntityRow<F>, wanted: A): Promise<A>
  /** May refuse by throwing; nothing of the row has changed yet. */
  beforeDecide?(ctx: Ctx, row: EntityRow<F>, action: A, opinion: string): Promise<void>
  /**
   * What is written of the values a passing decision wants otherwise (`amends` of its step), with whatever follows from them.
   * May refuse by throwing.
   */
  amend?(ctx: Ctx, row: EntityRow<F>, values: Partial<EntityRow<F>>): Promise<Partial<EntityRow<F>>>
  /** `row` as it was before, what is amended aside, `state` the stored value it has now. */
  afterDecide?(ctx: Ctx, row: EntityRow<F>, action: A, state: number): Promise<void>
  /** What is done once for all that was decided together, each as it was before, in the transaction of the decisions. */
  afterAll?(ctx: Ctx, decided: { row: EntityRow<F>; action: A }[]): Promise<void>
  /** What messages call the row. */
  nameRow?(row: EntityRow<F>): string
  /** Completes a row on its way out: signed links. */
  present?(ctx: Ctx, row: EntityRow<F>): EntityRow<F>
}

/** A review that can be worked with. */
export interface RunningReview<F extends Fields, A extends string> {
  /** One for every derived call. */
  handlers: Implementation[]
  /**
   * One action in the name of the user: who may, from which state, with which opinion. Throws a refusal and changes
   * nothing when it is not the user's or the state is another one by now.
   */
  act(ctx: Ctx, row: EntityRow<F>, action: A, opinion?: string): Promise<void>
  /** The same by the program itself, because something else was decided: nobody is asked for rights, nobody is told. */
  move(ctx: Ctx, row: EntityRow<F>, action: A, opinion?: string): Promise<void>
  /** A submit whose body names another state: saves what else it says, where that is allowed, then takes the action there. */
  submit(ctx: Ctx, input: Record<string, unknown>, work: (ctx: Ctx) => Promise<unknown>): Promise<unknown>
}

/** Joins a declared review with the behaviour of its domain and with whoever tells people. */
export function runReview<F extends Fields, S extends string, A extends string, N extends string>(
  definition: Review<F, S, A, N>,
  hooks: ReviewHooks<F, A>,
  notifier: ReviewNotifier,
): RunningReview<F, A> {
  const review: BoundReview = { definition, hooks: hooks as BoundReview['hooks'], notifier }
  const rowOf = (row: EntityRow<F>) => row as ReviewRow
  return {
    handlers: reviewCalls(definition as AnyReview).map((call) => implement(call, handlerOf(review, call))),
    act: (ctx, row, action, opinion = '') => actAlone(review, ctx, rowOf(row), action, opinion),
    move: async (ctx, row, action, opinion = '') => void (await moveRow(review, ctx, rowOf(row), action, opinion)),
    submit: (ctx, input, work) => submitWithState(review, ctx, input, work),
  }
}

function handlerOf(review: BoundReview, call: ReviewCall) {
  return async (ctx: Ctx, input: Record<string, unknown> & { query?: Query }): Promise<never> => {
    switch (call.kind) {
      case 'list':
        return (await readQueue(review, call.step, ctx, input.query ?? {})) as never
      case 'history':
        return (await readLog(review, ctx, input['id'])) as never
      case 'each':
      case 'passEach':
      case 'rejectEach':
        return (await decideEach(review, ctx, decisionOf(review, call, input))) as never
      default:
        return (await decideAll(review, ctx, decisionOf(review, call, input))) as never
    }
  }
}
