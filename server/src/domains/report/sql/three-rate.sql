-- 高中三率: one row per unit of the grain for one course.
-- rows
with unit as (
  select *, count(*) over () as rows_total, row_number() over (order by unit_id) as row_no
  from units_in($package, $grain, $areaScope, $schoolScope, $classScope, $schoolGroup)
  where course_id = $courseId
)
select area_code, area_name, school_code, school_name, plan_num, student_num, absent_num, other_num, base_num,
  excellent_num, excellent_rate, excellent_rank, pass_num, pass_rate, pass_rank, low_num, low_rate, low_rank, rows_total
from measures_of(unit, $sdType)
where row_no > $skip and row_no <= $skip + $size
order by row_no
-- totals
with above as (
  from units_above($package, $grain, $areaScope, $schoolScope) where course_id = $courseId
)
select unit_grain, area_code, area_name, school_name, plan_num, student_num, absent_num, other_num, base_num,
  excellent_num, excellent_rate, pass_num, pass_rate, low_num, low_rate
from measures_of(above, $sdType)
order by total_no, area_sort, school_sort
