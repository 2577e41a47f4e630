import { join } from 'node:path'
import type { Analytics } from '../../platform/analytics/analytics.ts'
import { sqlText } from '../../platform/analytics/sql-file.ts'
import type { ExamSpec } from './compute/exam-spec.ts'
import { readRecord, writeRecord } from './compute/plan-record.ts'
import { STEPS, tableSql, usedParams } from './compute/steps.ts'
import { tableSource } from './compute/tables.ts'

/**
 * The tables of tasks that were not chosen, with their columns and without a row: packages keep their shape, reports
 * show nothing instead of an older run. The record forgets the tasks, so that they are computed when chosen again.
 */
export async function emptyTables(
  analytics: Analytics,
  spec: ExamSpec,
  folder: string,
  tasks: string[],
): Promise<void> {
  const steps = tasks.flatMap((task) => STEPS[task] ?? [])
  if (steps.length === 0) return
  const record = await readRecord(folder)
  for (const { taskCode } of steps) delete record[taskCode]
  await writeRecord(folder, record)
  for (const step of steps) {
    await analytics.batch(async (db) => {
      for (const table of step.reads) await db.run(`create temp view ${table} as from ${tableSource(folder, table)}`)
      for (const table of step.makes) {
        const text = tableSql(step, table, spec)
        await db.run(
          `create temp table ${table} as select * from (${text}) limit 0`,
          usedParams(text, step.params(spec.rule)),
        )
        if (!step.writes.includes(table)) continue
        await db.run(`copy ${table} to ${sqlText(join(folder, `${table}.parquet`))} (format parquet)`)
      }
    })
  }
}
