import type { MendItem } from '@xueheng/contract/domains/exam/import-mend.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { refuse } from '../../../platform/error.ts'
import { examImportRow } from '../tables.ts'
import { holdForChange } from './batch.ts'
import { CELL_MARK } from './cell-mark.ts'
import { startCheck } from './check-batch.ts'

const MOST_ROWS = 100_000
const MOST_COLUMNS = 1000
const LONGEST_CELL = 500

/** Changes cells as the user typed them, however many, in one statement, and checks the batch again. */
export async function mendRows(ctx: Ctx, batchId: string, items: MendItem[]): Promise<{ jobId: string }> {
  await holdForChange(ctx, batchId)
  if (items.length > MOST_ROWS) throw refuse(`一次可修改 1 到 ${MOST_ROWS} 行`)
  const mends = items.map(toMend)
  if (new Set(mends.map((mend) => mend.row_id)).size < mends.length) throw refuse('同一行只能修改一次')
  const changed = await sql`update ${own(examImportRow)} r
    set cells = (select string_agg(coalesce(m.cells ->> (n - 1)::text, p.parts[n], ''), ${CELL_MARK} order by n)
      from (select string_to_array(r.cells, ${CELL_MARK}) as parts) p,
        generate_series(1, greatest(cardinality(p.parts), m.width)) n)
    from jsonb_to_recordset(${JSON.stringify(mends)}::jsonb) m (row_id int, width int, cells jsonb)
    where r.batch_id = ${batchId} and r.row_id = m.row_id`.execute(ctx.db)
  if (Number(changed.numAffectedRows ?? 0) !== mends.length) throw refuse('要修改的行已不存在')
  return { jobId: await startCheck(ctx, batchId) }
}

/** `width`: the row is at least so many cells wide. */
function toMend({ rowId, cells }: MendItem) {
  const columns = Object.keys(cells ?? {}).map(Number)
  if (!columns.every((at) => Number.isInteger(at) && at >= 0 && at < MOST_COLUMNS)) throw refuse('列号不正确')
  const texts = Object.entries(cells ?? {}).map(([column, text]) => [Number(column), cleanCell(text)])
  return { row_id: Number(rowId), width: Math.max(0, ...columns) + 1, cells: Object.fromEntries(texts) }
}

/** The mark between cells must not come in with a text. */
function cleanCell(text: unknown): string {
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  const plain = String(text).replaceAll(/[\u0000-\u001f]/g, ' ')
  return plain.trim().slice(0, LONGEST_CELL)
}
