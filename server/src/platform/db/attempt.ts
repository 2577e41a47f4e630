import type { Problem } from '@xueheng/contract/derive/schema.ts'
import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { AppError } from '../error.ts'

/** What became of one of several pieces of work: its value, or the refusal in the user's words and the faults of fields. */
export type Attempted<T> = { value: T; refusal?: undefined } | Refused

export interface Refused {
  value?: undefined
  refusal: string
  problems: Problem[]
  /** It would be done if the caller said that it is meant. */
  isQuestion: boolean
}

/**
 * Does one piece of work within the caller's transaction. A refusal takes back what it has written, and what was to follow
 * it; any other error goes on and ends the whole transaction.
 */
export async function attempt<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<Attempted<T>> {
  const later: (() => Promise<void>)[] = []
  await sql`savepoint attempt`.execute(ctx.db)
  try {
    const value = await work({ ...ctx, afterwards: (then) => void later.push(then) })
    await sql`release savepoint attempt`.execute(ctx.db)
    for (const then of later) ctx.afterwards(then)
    return { value }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await sql`rollback to savepoint attempt`.execute(ctx.db)
    await sql`release savepoint attempt`.execute(ctx.db)
    return { refusal: error.message, problems: error.problems, isQuestion: error.isQuestion }
  }
}
