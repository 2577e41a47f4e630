import { MAX_FAULTS, type PlacedFault } from '@xueheng/contract/domains/exam/import-mend.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { pageOfRows } from '../../../platform/rows/page.ts'
import { own } from '../../../platform/db/table.ts'
import { examImportFault, examImportRow } from '../tables.ts'
import { loadBatch } from './batch.ts'
import { CELL_MARK } from './cell-mark.ts'

interface FaultFilter {
  batchId: string
}

/** The faults of all files in the order of the files, each with its place and what its cell holds. */
export async function listFaults(ctx: Ctx, filter: FaultFilter): Promise<Page<{ fault: PlacedFault }>> {
  await loadBatch(ctx, filter.batchId)
  const page = await pageOfRows<PlacedFault>(ctx, filter, {
    columns: sql`r.row_id, r.file_no, r.sheet_no, r.row_no, f.column_no as "column", f.code, f.level, f.text,
      case when f.column_no < 0 then '' else split_part(r.cells, ${CELL_MARK}, f.column_no + 1) end as value`,
    source: sql`${own(examImportFault)} f join ${own(examImportRow)} r on r.batch_id = f.batch_id and r.row_id = f.row_id`,
    condition: sql`f.batch_id = ${filter.batchId} and f.level <> 'left'`,
    order: sql`r.file_no, r.sheet_no, r.row_id, f.column_no, f.code`,
    size: { preset: 1000, most: MAX_FAULTS },
  })
  return { ...page, records: page.records.map((fault) => ({ fault })) }
}

/** How many faults each sheet has, as far as they are kept. */
export async function countFaults(ctx: Ctx, batchId: string) {
  await loadBatch(ctx, batchId)
  const found = await sql<{ fileNo: number; sheetNo: number; errors: number; warnings: number }>`
    select r.file_no, r.sheet_no, (count(*) filter (where f.level = 'error'))::int as errors,
      (count(*) filter (where f.level = 'warning'))::int as warnings
    from ${own(examImportFault)} f join ${own(examImportRow)} r on r.batch_id = f.batch_id and r.row_id = f.row_id
    where f.batch_id = ${batchId} and f.level <> 'left'
    group by r.file_no, r.sheet_no order by r.file_no, r.sheet_no`.execute(ctx.db)
  return found.rows
}
