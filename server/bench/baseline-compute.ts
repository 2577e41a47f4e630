import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { RawBuilder } from 'kysely'
import { copyOutCsv } from '../src/platform/db/copy.ts'
import type { Db } from '../src/platform/db/db.ts'

/**
 * The yardstick: what a data engineer would write in one script for the same numbers. COPY out, read, total, rank every
 * course and the total in four scopes, means and rates per unit, Parquet written plainly. No rules, no names, no hashes.
 */
export async function bareScript(
  database: Db,
  rows: { student: RawBuilder<unknown>; score: RawBuilder<unknown> },
  folder: string,
  memoryLimit: string,
): Promise<void> {
  await copyOutCsv(database, rows.student, join(folder, 'student.csv'))
  await copyOutCsv(database, rows.score, join(folder, 'score.csv'))
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: memoryLimit,
    temp_directory: folder,
    preserve_insertion_order: 'false',
  })
  const db = await instance.connect()
  await compute(db, folder)
  db.closeSync()
  instance.closeSync()
}

async function compute(db: DuckDBConnection, folder: string): Promise<void> {
  const out = (name: string) => `'${join(folder, `${name}.parquet`)}' (format parquet)`
  await db.run(`create table student as from read_csv('${join(folder, 'student.csv')}')`)
  await db.run(`create table paper as
    select sid, course_id::tinyint as course_id, (score * 10)::smallint as score10, score_status::tinyint as status
    from read_csv('${join(folder, 'score.csv')}', header = true, auto_detect = false,
      columns = {sid: 'INTEGER', course_id: 'SMALLINT', score: 'DECIMAL(6,1)', score_status: 'TINYINT'})`)
  await db.run(`create table score as
    with total as (
      select sid, 0::tinyint as course_id, if(count(*) = count(score10), sum(score10)::smallint, null) as score10, max(status) as status
      from paper group by sid
    )
    select both_kinds.*, area_code, school_code, class_code
    from (from paper union all from total) as both_kinds join student using (sid)
    where is_count = 1`)
  await db.run(`copy (
    select sid, course_id, score10, status,
      rank() over (partition by course_id order by score10 desc) as all_rank,
      rank() over (partition by course_id, area_code order by score10 desc) as area_rank,
      rank() over (partition by course_id, school_code order by score10 desc) as school_rank,
      rank() over (partition by course_id, class_code order by score10 desc) as class_rank
    from score where score10 is not null) to ${out('rank')}`)
  await db.run(`copy (
    select course_id, area_code, school_code, class_code, count(*) as plan_num, count(score10) as student_num,
      sum(score10) as sum10, sum(score10::bigint * score10) as sumsq100, max(score10) as max10, min(score10) as min10,
      quantile_cont(score10, [0.25, 0.5, 0.75]) as quartiles,
      count(*) filter (where score10 >= full10 * 0.85) as excellent_num,
      count(*) filter (where score10 >= full10 * 0.6) as pass_num,
      count(*) filter (where score10 < full10 * 0.4) as low_num
    from (select *, case when course_id = 0 then 10500 when course_id <= 3 then 1500 else 1000 end as full10 from score)
    group by grouping sets ((course_id), (course_id, area_code), (course_id, area_code, school_code),
      (course_id, area_code, school_code, class_code))) to ${out('quota')}`)
  await db.run(`copy student to ${out('student')}`)
}
