import { sql } from 'kysely'
import type { Db } from '../ctx.ts'
import { refuse } from '../error.ts'
import type { PageParts } from './page.ts'

/** Rows to go through: what of which, in which order. */
export type Rows = Pick<PageParts, 'columns' | 'source' | 'condition' | 'order'>

const BATCH = 1000
/** A sheet has 1,048,576 lines; the first is the header. */
export const MOST_SHEET_ROWS = 1_048_575

/**
 * All rows as they are at one moment, a batch at a time, however many there are: a cursor, in the transaction that `db` is.
 * One at a time in a transaction.
 */
export async function* walkRows<R extends object>(db: Db, rows: Rows): AsyncGenerator<R[]> {
  const { columns, source, condition, order } = rows
  await sql`declare walked no scroll cursor for select ${columns} from ${source} where ${condition} order by ${order}`.execute(
    db,
  )
  for (;;) {
    const batch = await sql<R>`fetch ${sql.lit(BATCH)} from walked`.execute(db)
    if (batch.rows.length > 0) yield batch.rows
    if (batch.rows.length < BATCH) break
  }
  await sql`close walked`.execute(db)
}

/** How many rows there are; refuses more than a sheet has lines, before any is read. */
export async function countForSheet(db: Db, { source, condition }: Omit<Rows, 'columns' | 'order'>): Promise<number> {
  const counted = await sql<{ n: string }>`select count(*) as n
    from (select from ${source} where ${condition} limit ${MOST_SHEET_ROWS + 1}) c`.execute(db)
  const rows = Number(counted.rows[0]?.n)
  if (rows > MOST_SHEET_ROWS) throw tooManyRows()
  return rows
}

export function tooManyRows() {
  return refuse(`超过一张工作表的${MOST_SHEET_ROWS}行，请加上筛选条件分次导出`)
}
