import type { AnyReview } from '@xueheng/contract/kit/domain.ts'
import { sql } from 'kysely'
import { assertMay } from '../access/rights.ts'
import { wallTime } from '../clock.ts'
import type { Ctx } from '../ctx.ts'
import { nextId } from '../db/id.ts'
import { type RowOf, own } from '../db/table.ts'
import { AppError } from '../error.ts'
import { findRow, textOf } from '../rows/read.ts'
import { type BoundReview, stepsOf } from './bound.ts'
import { reviewLog } from './tables.ts'

export interface LogLine {
  review: string
  rowId: string
  /** Stored values of the states. */
  from: number
  to: number
  /** Title of the action. */
  action: string
  opinion: string
}

/** One line, in the user's name. */
export async function writeLog(ctx: Pick<Ctx, 'db' | 'user'>, line: LogLine): Promise<void> {
  const { user } = ctx
  await sql`insert into ${own(reviewLog)}
      (id, tenant_id, review, row_id, from_status, to_status, action, opinion, user_id, user_name)
    values (${nextId()}, ${user.tenantId}, ${line.review}, ${line.rowId}, ${line.from}, ${line.to}, ${line.action},
      ${line.opinion}, ${user.id || null}, ${user.name})`.execute(ctx.db)
}

type Shown = Omit<RowOf<typeof reviewLog.columns>, 'tenantId' | 'review' | 'rowId' | 'userId'>

/** What a row has gone through, newest first, for those who look at such rows or decide about them. */
export async function readLog({ definition }: BoundReview, ctx: Ctx, id: unknown): Promise<Shown[]> {
  const { entity, readers = [] } = definition
  assertMay(ctx, `${entity.permission}_view`, ...stepsOf(definition).map(([, step]) => step.permission), ...readers)
  const row = await findRow(entity, ctx, textOf(id))
  if (!row) throw new AppError('row.notFound')
  const found = await sql<Shown>`select id, from_status, to_status, action, opinion, user_name, create_time
    from ${own(reviewLog)} where review = ${definition.name} and row_id = ${row.id}
    order by create_time desc, id desc`.execute(ctx.db)
  return found.rows
}

/** Who moved a row last, when and how; nothing where nobody has. */
export async function lastMove(
  { db }: Pick<Ctx, 'db'>,
  review: Pick<AnyReview, 'name'>,
  rowId: string,
): Promise<Pick<Shown, 'userName' | 'action' | 'createTime'> | undefined> {
  const found = await sql<Shown>`select l.user_name, l.action, l.create_time from ${own(reviewLog)} l
    where l.review = ${review.name} and l.row_id = ${rowId} order by l.create_time desc, l.id desc limit 1`.execute(db)
  return found.rows[0]
}

/** The stored state a row was in at a moment; `now` where nothing has moved it since. */
export async function stateAt(
  { db }: Pick<Ctx, 'db'>,
  review: Pick<AnyReview, 'name'>,
  rowId: string,
  now: number,
  at: Date,
): Promise<number> {
  const found = await sql<{ state: number }>`select l.from_status as state from ${own(reviewLog)} l
    where l.review = ${review.name} and l.row_id = ${rowId} and l.create_time > ${wallTime(at)}
    order by l.create_time, l.id limit 1`.execute(db)
  return found.rows[0]?.state ?? now
}
