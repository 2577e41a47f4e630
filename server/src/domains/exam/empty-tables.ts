import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { COMPUTED_TASKS } from '@xueheng/contract/domains/exam/compute-plan.ts'
import type { Analytics } from '../../platform/analytics/analytics.ts'
import { sqlText } from '../../platform/analytics/sql-file.ts'
import type { ExamSpec } from './compute/exam-spec.ts'
import { readRecord, writeRecord } from './compute/plan-record.ts'
import { prepareStep, withoutRows } from './compute/steps.ts'
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
  const left = COMPUTED_TASKS.filter(({ taskCode }) => tasks.includes(taskCode))
  if (left.length === 0) return
  const record = await readRecord(folder)
  for (const { taskCode } of left) delete record[taskCode]
  await writeRecord(folder, record)
  for (const task of left) {
    const { reads, tables } = withoutRows(prepareStep(task, spec))
    await analytics.batch(async (db) => {
      for (const table of reads) await db.run(`create temp view ${table} as from ${tableSource(folder, table)}`)
      for (const { table, use, sql, params } of tables) {
        await db.run(`create temp table ${table} as ${sql}`, params)
        if (use === 'scratch') continue
        const path = join(folder, `${table}.parquet`)
        await db.run(`copy ${table} to ${sqlText(`${path}.part`)} (format parquet)`)
        await rename(`${path}.part`, path)
      }
    })
  }
}
