import { type MendedRow, MOST_SHOWN } from '@xueheng/contract/platform/table-import.ts'
import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { own } from '../db/table.ts'
import { fault } from '../error.ts'
import type { TableColumn, TableRow } from './table-file.ts'
import { tableMend } from './tables.ts'

/** What was typed over the cells of a workbook: by row number, then by column. */
export type Mends = Record<string, Record<string, string>>

/** Of one cell. */
const LONGEST = 4000
/** Rows of one file; who has more to correct does it in the workbook. */
const MOST_MENDED = 5 * MOST_SHOWN

export async function readMends(ctx: Ctx, fileId: string): Promise<Mends> {
  const found = await sql<{ mends: Mends }>`select mends from ${own(tableMend)} where file_id = ${fileId}`.execute(
    ctx.db,
  )
  return found.rows[0]?.mends ?? {}
}

/** Adds what was typed to what is known of the file, and answers all of it. */
export async function keepMends(ctx: Ctx, fileId: string, known: Mends, typed: readonly MendedRow[]): Promise<Mends> {
  if (typed.length === 0) return known
  const mends = { ...known }
  for (const { rowNo, values } of typed) mends[rowNo] = { ...mends[rowNo], ...values }
  if (Object.keys(mends).length > MOST_MENDED)
    throw fault('mends', `一个文件最多改正${MOST_MENDED}行，请在工作簿中改好后重新选择文件`)
  await sql`insert into ${own(tableMend)} (file_id, tenant_id, mends)
    values (${fileId}, ${ctx.user.tenantId}, ${JSON.stringify(mends)}::jsonb)
    on conflict (file_id) do update set mends = excluded.mends`.execute(ctx.db)
  return mends
}

/** The rows as they read with what was typed over them. */
export function withMends(rows: readonly TableRow[], mends: Mends): TableRow[] {
  return rows.map((row) => {
    const typed = mends[row.rowNo]
    return typed ? { ...row, values: { ...row.values, ...typed } } : row
  })
}

/** What a client sends; refuses what are no cells of the workbook. */
export function mendedRows(sent: unknown, columns: readonly TableColumn[]): MendedRow[] {
  if (!Array.isArray(sent) || !sent.every(isMendedRow))
    throw fault('mends', '改正应是一个列表，每行有rowNo（行号）和values（各列的内容）')
  if (sent.length > MOST_SHOWN) throw fault('mends', `一次最多改正${MOST_SHOWN}行`)
  const keys = new Set(columns.map(({ key }) => key))
  for (const { rowNo, values } of sent)
    for (const [key, text] of Object.entries(values)) {
      if (!keys.has(key)) throw fault('mends', `第${rowNo}行：没有列「${key}」`)
      if (text.length > LONGEST) throw fault('mends', `第${rowNo}行：单元格不能超过${LONGEST}个字`)
    }
  return sent
}

function isMendedRow(row: unknown): row is MendedRow {
  if (typeof row !== 'object' || row === null || !('rowNo' in row) || !('values' in row)) return false
  const { rowNo, values } = row
  if (!Number.isInteger(rowNo) || typeof values !== 'object' || values === null) return false
  return Object.values(values).every((text) => typeof text === 'string')
}
