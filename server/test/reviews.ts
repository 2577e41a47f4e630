import type { AnyReview } from '@xueheng/contract/kit/domain.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { findReviewCall } from '@xueheng/contract/derive/review-calls.ts'
import type { ReviewStep } from '@xueheng/contract/kit/review.ts'
import { sql } from 'kysely'
import type { Db } from '../src/platform/db/db.ts'
import type { Answer, Client } from './harness.ts'
import type { Row, RowMaker } from './rows.ts'

export type Step = ReviewStep<string>
type Verdict = 'pass' | 'reject'

export interface State {
  name: string
  value: number
  title: string
}

/** One verdict of one step, with what the machine says of it. */
export interface Way {
  review: AnyReview
  name: string
  step: Step
  verdict: Verdict
  actions: string[]
  from: State[]
  to: State[]
}

export function statesOf(review: AnyReview): State[] {
  const states = review.states.states as Record<string, Omit<State, 'name'>>
  return Object.entries(states).map(([name, state]) => ({ name, ...state }))
}

export function stepsOf(review: AnyReview): [string, Step][] {
  return Object.entries(review.steps as Record<string, Step>)
}

/** Each step with each verdict it knows. */
export function waysOf(review: AnyReview): Way[] {
  return stepsOf(review).flatMap(([name, step]) => {
    const verdicts: Verdict[] = step.reject ? ['pass', 'reject'] : ['pass']
    return verdicts.map((verdict) => wayOf(review, name, step, verdict))
  })
}

function wayOf(review: AnyReview, name: string, step: Step, verdict: Verdict): Way {
  const actions = verdict === 'pass' ? step.pass : [step.reject ?? '']
  const moves = actions.flatMap((action) => review.states.actions[action] ?? [])
  const among = (names: string[]) => statesOf(review).filter((state) => names.includes(state.name))
  const from = among(moves.flatMap((move) => move.from as string[]))
  return { review, name, step, verdict, actions, from, to: among(moves.map((move) => String(move.to))) }
}

/** States from which the verdict is not possible. */
export function closedStates({ review, from }: Way): State[] {
  return statesOf(review).filter((state) => !from.some((one) => one.name === state.name))
}

export const OPINION = '情况属实，予以办理'

export function bodyOf({ review, verdict }: Way, ids: string[], opinion = OPINION): Row {
  return { ids: ids.join(), [review.verdict.name]: review.verdict[verdict], [review.opinion[0] ?? '']: opinion }
}

export function pathOf({ review, name }: Way, kind: 'decide' | 'each' | 'list'): string {
  return findReviewCall(review, name, kind).path
}

export function decide(user: Client, way: Way, ids: string[], more: Row = {}): Promise<Answer<{ problems: Row[] }>> {
  return user.post(pathOf(way, 'decide'), { ...bodyOf(way, ids), ...more })
}

interface Result {
  id: string
  isDone: number
  message: string
}

export function decideEach(user: Client, way: Way, ids: string[], more: Row = {}): Promise<Answer<Result[]>> {
  return user.post(pathOf(way, 'each'), { ...bodyOf(way, ids), ...more })
}

/** Rows under review, put where a test wants them without taking the way there. */
export class ReviewRows {
  constructor(
    private readonly db: Db,
    private readonly maker: RowMaker,
    /** Whose rows they are where only the owner may take a step. */
    private readonly deciderId: string,
  ) {}

  async make(review: AnyReview, state: State | undefined): Promise<string> {
    const { id } = await this.maker.create(review.entity)
    await this.put(review, String(id), review.column, state?.value)
    return String(id)
  }

  /** A row at which the decider may take the way. */
  async open(way: Way): Promise<string> {
    const id = await this.make(way.review, way.from[0])
    if (way.step.ownOnly) await this.own(way.review, id, this.deciderId)
    return id
  }

  own(review: AnyReview, id: string, userId: string): Promise<void> {
    return this.put(review, id, review.owner ?? 'createUser', userId)
  }

  async put({ entity }: AnyReview, id: string, field: string, value: unknown): Promise<void> {
    await sql`update ${sql.table(entity.table)} set ${sql.ref(snake(field))} = ${value} where id = ${id}`.execute(
      this.db,
    )
  }

  /** Moves every row that is in one of the states out of the way. */
  async empty({ entity, column }: AnyReview, states: number[], to: State | undefined): Promise<void> {
    const field = sql.ref(snake(column))
    await sql`update ${sql.table(entity.table)} set ${field} = ${to?.value} where ${field} = any(${states}::int[])`.execute(
      this.db,
    )
  }

  async stored({ entity }: AnyReview, id: string): Promise<Row> {
    const found = await sql<Row>`select * from ${sql.table(entity.table)} where id = ${id}`.execute(this.db)
    return found.rows[0] ?? {}
  }

  async stateOf(review: AnyReview, id: string): Promise<unknown> {
    return (await this.stored(review, id))[review.column]
  }

  async logOf(review: AnyReview, id: string): Promise<Row[]> {
    const found = await sql<Row>`select from_status, to_status, action, opinion, user_name from review_log
      where review = ${review.name} and row_id = ${id} order by create_time desc, id desc`.execute(this.db)
    return found.rows
  }

  async operationsOf(id: string, call: string): Promise<Row[]> {
    const found = await sql<Row>`select account, new_values from operation_log
      where row_id = ${id} and call = ${call}`.execute(this.db)
    return found.rows
  }
}
