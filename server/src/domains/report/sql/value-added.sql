-- 增值分析: by how much the students of a unit are above the line that all matched students give (F55, F57), and how they moved
-- among them (F54, F56). $before is the entry exam.
with entry_student as (
  from read_parquet($before || '/student.parquet') where student_code is not null
  qualify count(*) over (partition by student_code) = 1
),
exit_student as (
  from read_parquet($package || '/student.parquet') where student_code is not null
  qualify count(*) over (partition by student_code) = 1
),
entry as (
  select s.student_code, change_key($grain, s.area_code, s.school_code, s.class_code, s.class_name) as unit_key,
    if($entryCourseId = 0, s.z, d.z) as pre
  from with_course(entry_student, $entryCourseId) s
  left join (select score10, z from read_parquet($before || '/std_score.parquet') where course_id = $entryCourseId) d using (score10)
  where s.course_rank is not null
),
exit as (
  select s.student_code, change_key($grain, s.area_code, s.school_code, s.class_code, s.class_name) as unit_key,
    if($courseId = 0, s.z, d.z) as post
  from with_course(exit_student, $courseId) s
  left join (select score10, z from read_parquet($package || '/std_score.parquet') where course_id = $courseId) d using (score10)
  where s.course_rank is not null
),
matched as (
  select entry.unit_key as old_key, exit.unit_key, pre, post from exit join entry using (student_code)
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
added as (
  select unit_key, count(*)::int as matched_num, avg(pre) as pre, avg(post) as post, avg(base + slope * pre) as expected,
    avg(post - base - slope * pre) as gain, 1.96 * stddev_samp(post - base - slope * pre) / sqrt(count(*)) as half,
    avg(entry_rank) - avg(exit_rank) as rank_gain, median(growth) as growth
  from matched cross join line join entry_place using (pre) join exit_place using (post) join growth using (ventile, post)
  group by unit_key
),
-- classes are made anew between two exams: their cohort is who sat now
cohort as (
  select unit_key, count(*)::int as cohort_num from entry where $grain <> 'class' group by unit_key
),
found as (
  select if($grain = 'class', unit_key, old_key) as unit_key, count(*)::int as found_num from matched group by all
),
unit as (
  select *, change_key(grain, area_code, school_code, class_code, class_name) as unit_key
  from units_in($package, $grain, $areaScope, $schoolScope, $classScope, $schoolGroup) where course_id = $courseId
),
shown as (
  select unit.*, coalesce(added.matched_num, 0) as matched_num, pre, post, expected, found_num,
    if(added.matched_num >= 10, rank_gain, null) as rank_gain, if(added.matched_num >= 10, growth, null) as growth,
    if($grain = 'class', student_num, coalesce(cohort_num, 0)) as cohort_num,
    if(added.matched_num >= 10, gain * added.matched_num / (added.matched_num + 15), null) as shrunk,
    if(added.matched_num >= 10, half, null) as half
  from unit left join added using (unit_key) left join cohort using (unit_key) left join found using (unit_key)
)
-- rows
select area_code, area_name, school_code, school_name, class_code, class_name, course_name, student_num,
  cohort_num, matched_num, percent(coalesce(found_num, 0), cohort_num) as match_rate,
  half_up(50 + 10 * pre, 2) as entry_t, half_up(50 + 10 * expected, 2) as expected_t, half_up(50 + 10 * post, 2) as exit_t,
  half_up(10 * shrunk, 2) as value_added, half_up(10 * (shrunk - half), 2) as low_added, half_up(10 * (shrunk + half), 2) as high_added,
  case when shrunk - half > 0 then '高于预期' when shrunk + half < 0 then '低于预期' when shrunk is not null then '与预期相当' end as verdict,
  half_up(rank_gain, 2) as rank_added, half_up(growth, 2) as growth_pr, count(*) over () as rows_total
from shown
order by area_sort, area_code, school_sort, school_code, unit_id
limit $size offset $skip
