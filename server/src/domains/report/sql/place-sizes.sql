-- Among how many a place is counted: students of everyone, of the units in scope and of the combinations, units of a grain in the exam, an area, a school.
-- rows
with counted as (
  select grain, area_code, school_code, class_code, coalesce(class_code, class_name) as class_key, course_id, student_num
  from read_parquet($package || '/quota.parquet') where student_num > 0
)
select 'student' as kind, grain as among,
  case grain when 'area' then area_code when 'school' then school_code when 'class' then school_code || ' ' || class_key else '' end as code,
  course_id, student_num as num
from counted
where grain = 'all' or is_within($areaScope, area_code) and (grain = 'area' or is_within($schoolScope, school_code))
  and (grain <> 'class' or is_within($classScope, class_code))
union all
select grain, 'all', '', course_id, count(*)::int from counted where grain <> 'all' group by all
union all
select grain, 'area', area_code, course_id, count(*)::int from counted where grain = 'school' group by all
union all
select grain, 'school', school_code, course_id, count(*)::int from counted where grain = 'class' group by all
union all
select 'student', 'combination', combination_name, course_id, student_num from read_parquet($package || '/combination.parquet')
