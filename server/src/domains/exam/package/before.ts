import { join } from 'node:path'
import type { AnalyticsConnection } from '../../../platform/analytics/analytics.ts'
import { sqlText } from '../../../platform/analytics/sql-file.ts'

/** The package ranks are compared with (F15), named in the manifest so that every 上次 can be traced. */
export interface PreviousPackage {
  examId: string
  examName: string
  version: number
  folder: string
}

/**
 * The ranks of the exam before, as `unit_before` (grain, code, rank_prev) and `student_before` (student_code, rank_prev).
 * Units are matched by their code, students by theirs; a code that occurs twice tells nobody apart and matches nothing.
 */
export async function showBefore(db: AnalyticsConnection, previous: PreviousPackage | undefined): Promise<void> {
  const file = (table: string) => `read_parquet(${sqlText(join(previous?.folder ?? '', `${table}.parquet`))})`
  const units = previous
    ? `select grain, case grain when 'area' then area_code when 'school' then school_code else class_code end as code,
         any_value(composite_rank) as rank_prev
       from ${file('quota')} where course_id = 0 and grain <> 'all' group by all having count(*) = 1`
    : `select null::varchar as grain, null::varchar as code, null::int as rank_prev where false`
  const students = previous
    ? `select student_code, any_value(all_rank) as rank_prev
       from ${file('student')} group by student_code having count(*) = 1`
    : `select null::varchar as student_code, null::int as rank_prev where false`
  await db.run(`create temp view unit_before as ${units}`)
  await db.run(`create temp view student_before as ${students}`)
}
