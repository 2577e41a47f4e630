-- 增值分析, before anybody asks for a unit: what every area, school and class added between the entry exam ($before) and the later one
-- (F54 to F57), and of grain `student` whoever is matched by a code that is his alone in both, with the mark of the entry exam.
with entry_student as (
  from read_parquet($before || '/student.parquet') anti join (
    select student_code from read_parquet($before || '/student.parquet') group by student_code having count(*) > 1
  ) using (student_code)
  where student_code is not null
),
exit_student as (
  from read_parquet($package || '/student.parquet') anti join (
    select student_code from read_parquet($package || '/student.parquet') group by student_code having count(*) > 1
  ) using (student_code)
  where student_code is not null
),
entry as (
  select s.student_code, s.score10 as old10, s.area_code, s.school_code, if($entryCourseId = 0, s.z, d.z) as pre
  from with_course(entry_student, $entryCourseId) s
  left join (select score10, z from read_parquet($before || '/std_score.parquet') where course_id = $entryCourseId) d using (score10)
  where s.course_rank is not null
),
exit as (
  select s.student_code, s.sid, s.area_code, s.school_code, s.class_code, s.class_name, if($courseId = 0, s.z, d.z) as post
  from with_course(exit_student, $courseId) s
  left join (select score10, z from read_parquet($package || '/std_score.parquet') where course_id = $courseId) d using (score10)
  where s.course_rank is not null
),
matched as materialized (
  select exit.* exclude (student_code), entry.area_code as old_area, entry.school_code as old_school, old10, pre
  from exit join entry using (student_code)
  where pre is not null and post is not null
),
line as (
  select regr_slope(post, pre) as slope, regr_intercept(post, pre) as base from matched
),
-- ranks among all who are matched; a ventile is a twentieth of them by their entry, equal scores in one
entry_place as (
  select pre, sum(count(*)) over (order by pre desc) - count(*) + 1 as entry_rank,
    20 * (sum(count(*)) over (order by pre desc) - count(*)) // sum(count(*)) over () as ventile
  from matched group by pre
),
exit_place as (
  select post, sum(count(*)) over (order by post desc) - count(*) + 1 as exit_rank from matched group by post
),
growth as (
  select ventile, post,
    100 * (sum(count(*)) over (partition by ventile order by post) - count(*) / 2) / sum(count(*)) over (partition by ventile) as growth
  from matched join entry_place using (pre) group by ventile, post
),
placed as materialized (
  select area_code, school_code, class_code, class_name, pre, post, base + slope * pre as expected, post - base - slope * pre as rest,
    entry_rank, exit_rank, growth
  from matched cross join line join entry_place using (pre) join exit_place using (post) join growth using (ventile, post)
),
of_unit as (
  select 'area' as grain, change_key('area', area_code, null, null, null) as unit_key, * from placed
  union all
  select 'school', change_key('school', null, school_code, null, null), * from placed
  union all
  select 'class', change_key('class', null, school_code, class_code, class_name), * from placed
),
added as (
  select grain, unit_key, count(*)::int as matched_num, avg(pre) as pre, avg(post) as post, avg(expected) as expected, avg(rest) as gain,
    1.96 * stddev_samp(rest) / sqrt(count(*)) as half, avg(entry_rank) - avg(exit_rank) as rank_gain, median(growth) as growth
  from of_unit group by grain, unit_key
),
-- classes are made anew between two exams: their cohort is who sat now
sat_before as materialized (
  select area_code, school_code, count(*) as num from entry group by all
),
cohort as (
  select 'area' as grain, area_code as unit_key, sum(num)::int as cohort_num from sat_before group by all
  union all
  select 'school', school_code, sum(num)::int from sat_before group by all
),
found as (
  select 'area' as grain, old_area as unit_key, count(*)::int as found_num from matched group by all
  union all
  select 'school', old_school, count(*)::int from matched group by all
  union all
  select 'class', unit_key, matched_num from added where grain = 'class'
)
select grain, unit_key, matched_num, pre, post, expected, gain, half, rank_gain, growth, cohort_num, found_num,
  null::int as sid, null::varchar as area_code, null::varchar as school_code, null::int as old10
from added full join cohort using (grain, unit_key) full join found using (grain, unit_key)
union all
select 'student', null, null, null, null, null, null, null, null, null, null, null, sid, area_code, school_code, old10 from matched
order by grain, area_code, school_code, unit_key, sid
