import type { Ctx } from '../../platform/ctx.ts'
import { withCells } from './pivot.ts'
import { bind, REPORT_MACROS, type Statement } from './report-sql.ts'
import type { Row } from './run.ts'

/** The rows of a statement with their cells unpacked. */
export async function readRows<T extends Row = Row>(ctx: Ctx, statement: Statement, values: Row): Promise<T[]> {
  const rows = await ctx.analytics.query<T>(statement.sql, bind(statement, values), REPORT_MACROS)
  return rows.map(withCells)
}
