import type { LogCalls, LogLine } from '@xueheng/contract/domains/log/log-calls.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Entity } from '@xueheng/contract/kit/entity.ts'
import type { Fields, Row } from '@xueheng/contract/kit/field.ts'
import { every } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'
import { exportRows } from '../../platform/rows/export.ts'
import { findOf, listOf, rowsOf } from '../../platform/rows/list.ts'
import type { Query } from '../../platform/rows/read.ts'

type ListOf<F extends Fields> = Pick<LogCalls<F>, 'list'>

/** A page of the log. */
export function readLog<F extends Fields>(log: Entity<F>, { list }: ListOf<F>, ctx: Ctx, query: Query) {
  return listOf(ctx, list, query, linesOf(log))
}

/** What the list shows under these filters, as a workbook. */
export function exportLog<F extends Fields>(log: Entity<F>, calls: ListOf<F>, ctx: Ctx, query: Query) {
  return exportRows(ctx, log, query, rowsOf(calls.list, query, linesOf(log)))
}

/** One line; refuses an unknown one. */
export async function readLine<F extends Fields>(
  log: Entity<F>,
  { list }: ListOf<F>,
  ctx: Ctx,
  id: string,
): Promise<Row<LogLine<F>>> {
  const line = await findOf(ctx, list, id, linesOf(log))
  if (!line) throw new AppError('row.notFound')
  return line
}

function linesOf(log: AnyEntity) {
  return every(log, 'who may read a log reads all of it')
}
