-- 首页: the units of the reader's own grain, one row each: the total, its place among all units of the grain, the courses
-- furthest above and below the unit above (for everyone together: of the highest and the lowest share of marks).
-- rows
with own as (
  from units_in($package, $grain, $areaScope, $schoolScope, $classScope, null)
),
compared as (
  -- beside the own mean that of the unit above would tell of the few others: left out where $hidden names it
  select *, list_contains($hidden, case $grain when 'class' then 'school ' || school_code when 'school' then 'area ' || area_code
    else 'all ' end || ' ' || course_id) as is_hidden
  from own
),
measured as (
  select *, case when grain = 'all' then score_rate when not is_hidden then over_avg_rate end as strength
  from measures_of(compared, $sdType)
),
by_course as (
  select unit_id,
    arg_max(course_name, strength) as strongest, max(strength) as strongest_rate,
    arg_min(course_name, strength) as weakest, min(strength) as weakest_rate
  from measured where course_id > 0 group by unit_id
),
ranked as (
  select count(*)::int as unit_num from read_parquet($package || '/quota.parquet')
  where grain = $grain and course_id = 0 and student_num > 0
)
select coalesce(unit_name, '全体') as unit_name, area_code, school_code, class_code, plan_num, student_num,
  avg_score, if(is_hidden, null, diff_avg) as diff_avg, pass_rate, excellent_rate, avg_rank, unit_num, strongest, strongest_rate, weakest, weakest_rate
from measured left join by_course using (unit_id) cross join ranked
where course_id = 0
order by student_num desc, unit_id
limit $size
