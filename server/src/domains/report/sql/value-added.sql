-- 增值分析: by how much the students of a unit are above the line that all matched students give (F55, F57), and how they moved
-- among them (F54, F56).
-- derived: gained
with added as (
  from derived where grain = $grain
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
  from unit left join added using (unit_key)
),
page as (
  from shown order by area_sort, area_code, school_sort, school_code, unit_id limit $size offset $skip
)
-- rows
select area_code, area_name, school_code, school_name, class_code, class_name, course_name, student_num,
  cohort_num, matched_num, percent(coalesce(found_num, 0), cohort_num) as match_rate,
  half_up(50 + 10 * pre, 2) as entry_t, half_up(50 + 10 * expected, 2) as expected_t, half_up(50 + 10 * post, 2) as exit_t,
  half_up(10 * shrunk, 2) as value_added, half_up(10 * (shrunk - half), 2) as low_added, half_up(10 * (shrunk + half), 2) as high_added,
  case when shrunk - half > 0 then '高于预期' when shrunk + half < 0 then '低于预期' when shrunk is not null then '与预期相当' end as verdict,
  half_up(rank_gain, 2) as rank_added, half_up(growth, 2) as growth_pr,
  (select count(*) from unit) as rows_total
from page order by area_sort, area_code, school_sort, school_code, unit_id
