import type { ImportFault, StagedRow } from '@xueheng/contract/domains/exam/import.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { pageOfRows } from '../../../platform/rows/page.ts'
import { loadBatch, loadFiles } from './batch.ts'
import { CELL_MARK } from './cell-mark.ts'
import { own } from '../../../platform/db/table.ts'
import { examImportFault, examImportRow } from '../tables.ts'

export interface RowFilter {
  batchId: string
  fileNo: number | null
  sheetNo: number | null
  level: string | null
  code: string | null
  onlyFaulty: number | null
  current: number | null
  size: number | null
}

interface KeptRow extends Omit<StagedRow, 'cells' | 'faults'> {
  cells: string
  faults: ImportFault[] | null
}

/** A page of the rows below the headers, each with what the rules say of it. */
export async function listRows(ctx: Ctx, filter: RowFilter): Promise<Page<{ row: StagedRow }>> {
  await loadBatch(ctx, filter.batchId)
  const page = await pageOfRows<KeptRow>(ctx, filter, {
    columns: sql`r.row_id, r.file_no, r.sheet_no, r.row_no, r.cells,
      (select jsonb_agg(jsonb_build_object('column', f.column_no, 'code', f.code, 'level', f.level, 'text', f.text)
          order by f.level, f.column_no)
        from ${own(examImportFault)} f where f.batch_id = r.batch_id and f.row_id = r.row_id) as faults`,
    source: sql`${own(examImportRow)} r`,
    condition: await conditionOf(ctx, filter),
    order: sql`r.row_id`,
    size: { preset: 50 },
  })
  const records = page.records.map((row) => ({
    row: { ...row, cells: row.cells.split(CELL_MARK), faults: row.faults ?? [] },
  }))
  return { ...page, records }
}

async function conditionOf(ctx: Ctx, filter: RowFilter): Promise<RawBuilder<unknown>> {
  const sheets = (await loadFiles(ctx, filter.batchId))
    .flatMap((file) => file.sheets ?? [])
    .filter((sheet) => !sheet.isIgnored && sheet.headerRow > 0)
    .filter((sheet) => !filter.fileNo || sheet.fileNo === filter.fileNo)
    .filter((sheet) => !filter.sheetNo || sheet.sheetNo === filter.sheetNo)
  const isLeft = filter.level === 'left'
  const places = sheets.map((sheet) => {
    const first = isLeft ? 0 : sheet.headerRow
    return sql`(r.file_no = ${sheet.fileNo} and r.sheet_no = ${sheet.sheetNo} and r.row_no > ${first})`
  })
  const isFiltered = Boolean(filter.onlyFaulty || filter.level || filter.code)
  const faulty = sql`r.row_id in (select f.row_id from ${own(examImportFault)} f where f.batch_id = ${filter.batchId}
    and (f.level = 'left') = ${isLeft} and (${filter.level ?? null}::varchar is null or f.level = ${filter.level ?? null}::varchar)
    and (${filter.code ?? null}::varchar is null or f.code = ${filter.code ?? null}::varchar))`
  return sql`r.batch_id = ${filter.batchId} and ${places.length > 0 ? sql`(${sql.join(places, sql` or `)})` : sql`false`}
    and ${isFiltered ? faulty : sql`true`}`
}
