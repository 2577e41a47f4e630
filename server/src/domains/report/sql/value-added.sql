-- 增值分析: by how much the students of a unit are above the line that all matched students give (F55, F57). $before is the entry exam.
with entry_student as (
  from read_parquet($before || '/student.parquet') where student_code is not null
  qualify count(*) over (partition by student_code) = 1
),
exit_student as (
  from read_parquet($package || '/student.parquet') where student_code is not null
  qualify count(*) over (partition by student_code) = 1
),
entry as (
  select s.student_code, s.area_code, s.school_code, if($entryCourseId = 0, s.z, d.z) as pre
  from with_course(entry_student, $entryCourseId) s
  left join (select score10, z from read_parquet($before || '/std_score.parquet') where course_id = $entryCourseId) d using (score10)
  where s.course_rank is not null
),
exit as (
  select s.student_code, s.area_code, s.school_code, coalesce(s.class_code, '') as class_code, s.class_name,
    if($courseId = 0, s.z, d.z) as post
  from with_course(exit_student, $courseId) s
  left join (select score10, z from read_parquet($package || '/std_score.parquet') where course_id = $courseId) d using (score10)
  where s.course_rank is not null
),
matched as (
  select exit.*, pre from exit join (select student_code, pre from entry) e using (student_code) where pre is not null and post is not null
),
line as (
  select regr_slope(post, pre) as slope, regr_intercept(post, pre) as base from matched
),
residual as (
  select matched.*, post - base - slope * pre as left_over, base + slope * pre as expected from matched, line
),
added as (
  select area_code, if($grain = 'area', null, school_code) as school_code, if($grain = 'class', class_code, null) as class_code,
    if($grain = 'class', class_name, null) as class_name,
    count(*)::int as matched_num, avg(pre) as pre, avg(post) as post, avg(expected) as expected, avg(left_over) as gain,
    1.96 * stddev_samp(left_over) / sqrt(count(*)) as half
  from residual group by all
),
cohort as (
  select entry.area_code, if($grain = 'area', null, entry.school_code) as school_code, count(*)::int as num,
    count(matched.student_code)::int as found_num
  from entry left join matched using (student_code) group by all
),
unit as (
  from units_in($package, $grain, $areaScope, $schoolScope, $classScope, $schoolGroup) where course_id = $courseId
),
shown as (
  select unit.*, added.matched_num, pre, post, expected, if($grain = 'class', unit.student_num, cohort.num) as cohort_num,
    if($grain = 'class', added.matched_num, cohort.found_num) as found_num,
    if(added.matched_num >= 10, gain * added.matched_num / (added.matched_num + 15), null) as shrunk,
    if(added.matched_num >= 10, half, null) as half
  from unit
  left join added on added.area_code = unit.area_code and ($grain = 'area' or added.school_code = unit.school_code)
    and ($grain <> 'class' or added.class_code = coalesce(unit.class_code, '') and added.class_name = unit.class_name)
  left join cohort on cohort.area_code = unit.area_code and ($grain = 'area' or cohort.school_code = unit.school_code)
)
-- rows
select area_code, area_name, school_code, school_name, class_code, class_name, course_name, student_num,
  coalesce(cohort_num, 0) as cohort_num, coalesce(matched_num, 0) as matched_num, percent(found_num, cohort_num) as match_rate,
  half_up(50 + 10 * pre, 2) as entry_t, half_up(50 + 10 * expected, 2) as expected_t, half_up(50 + 10 * post, 2) as exit_t,
  half_up(10 * shrunk, 2) as value_added, half_up(10 * (shrunk - half), 2) as low_added, half_up(10 * (shrunk + half), 2) as high_added,
  case when shrunk - half > 0 then '高于预期' when shrunk + half < 0 then '低于预期' when shrunk is not null then '与预期相当' end as verdict,
  count(*) over () as rows_total
from shown
order by area_sort, area_code, school_sort, school_code, unit_id
limit $size offset $skip
