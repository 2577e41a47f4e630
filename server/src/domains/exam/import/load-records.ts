import type { AnalyticsBatch } from '../../../platform/analytics/analytics.ts'
import { sqlText } from '../../../platform/analytics/sql-file.ts'

/** A table of a few records: name → type of each column, of a list its only element. */
export async function loadRecords(
  db: AnalyticsBatch,
  table: string,
  columns: Record<string, string | string[]>,
  records: object[],
): Promise<void> {
  await db.run(
    `create table ${table} as select * from (select unnest(from_json($rows, ${sqlText(JSON.stringify([columns]))}), recursive := true))`,
    { rows: JSON.stringify(records) },
  )
}
