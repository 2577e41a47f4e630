import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

/**
 * The yardstick: the same figures of the same files in one script, by whoever knows them: totals, the best and the worst 27 %,
 * counts, D, r and options per unit, alpha, knowledge points. No names, no shares at the cut, no hashes.
 */
export async function bareQuestions(root: string, memoryLimit: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '2',
    memory_limit: memoryLimit,
    temp_directory: join(root, 'bare-tmp'),
    preserve_insertion_order: 'false',
  })
  const db = await instance.connect()
  const work = (name: string) => `read_parquet('${join(root, 'work', `${name}.parquet`)}')`
  const out = (name: string) => `'${join(root, `bare-${name}.parquet`)}' (format parquet)`
  await db.run(`create view score as from read_parquet('${join(root, 'archive', '*.parquet')}')`)
  await db.run(`create table place as
    select sid, class_id, school_id, area_id from ${work('student')} where is_counted`)
  await db.run(
    `create table question as select question_id, course_id, question_no, full10, is_objective from ${work('question')}`,
  )
  await db.run(`create table total as
    select *, ntile(100) over (partition by course_id order by total10) as part
    from (select course_id, sid, sum(score10)::int as total10 from score group by all)`)
  await db.run(`create table mark as
    select question_id, class_id, school_id, area_id, score10, answer, is_objective, full10, total10, part > 73 as is_high, part <= 27 as is_low
    from score join question using (course_id, question_no) join total using (course_id, sid) join place using (sid)`)
  const units = `grouping sets ((question_id), (question_id, area_id), (question_id, area_id, school_id), (question_id, area_id, school_id, class_id))`
  await db.run(`create table stat as
    select question_id, area_id, school_id, class_id, count(score10) as num, sum(score10) as sum10, sum(score10::int * score10) as sumsq100,
      count(*) filter (where score10 >= full10) as full_num, count(*) filter (where score10 = 0) as zero_num,
      sum(score10) filter (where is_high) as high10, sum(score10) filter (where is_low) as low10,
      corr(score10, total10 - score10) as item_total
    from mark group by ${units}`)
  await db.run(`copy stat to ${out('stat')}`)
  await db.run(`copy (select question_id, area_id, school_id, class_id, answer, count(*) as num,
      count(*) filter (where is_high) as high_num, count(*) filter (where is_low) as low_num
    from mark where is_objective = 1
    group by answer, ${units}) to ${out('option')}`)
  await db.run(`copy (
    with item as (
      select course_id, sum(sumsq100 / num - (sum10 / num) ** 2) as variance, count(*) as k
      from stat join question using (question_id) where area_id is null group by course_id
    )
    select course_id, k / (k - 1) * (1 - any_value(variance) / var_pop(total10)) as alpha
    from total join item using (course_id) group by course_id, k) to ${out('paper')}`)
  await db.run(`copy (
    select point_no, course_id, area_id, school_id, class_id, sum(sum10 * share) as got, sum(num * full10 * share) as whole
    from stat join question using (question_id)
    join (select question_id, point_no, share from ${work('question_point')}) using (question_id)
    group by all) to ${out('knowledge')}`)
  db.closeSync()
  instance.closeSync()
}
