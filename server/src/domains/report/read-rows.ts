import type { Ctx } from '../../platform/ctx.ts'
import type { Discloser } from './disclosure/disclosure.ts'
import { withCells } from './pivot.ts'
import { bind, REPORT_MACROS, type Statement } from './report-sql.ts'
import type { Row } from './run.ts'

/** The rows of a statement with their cells unpacked, as they are: for what reports decide by, never for an answer. */
export async function queryRows<T extends Row = Row>(ctx: Ctx, statement: Statement, values: Row): Promise<T[]> {
  const used = (typeof values['derived'] === 'string' && statement.kept) || statement
  const rows = await ctx.analytics.query<T>(used.sql, bind(used, values), REPORT_MACROS)
  return rows.map(withCells)
}

/** The same as far as the policy of the exam tells the reader. Every answer of reports, facts and searches is read by this. */
export async function readRows<T extends Row = Row>(
  ctx: Ctx,
  statement: Statement,
  values: Row,
  discloser: Discloser,
): Promise<T[]> {
  return discloser.rows(await queryRows<T>(ctx, statement, values))
}
