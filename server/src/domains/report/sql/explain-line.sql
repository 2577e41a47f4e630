-- The same at one line of the exam.
-- rows
with line as (
  select *, case grain when 'class' then class_code when 'school' then school_code when 'area' then area_code end as unit_code
  from read_parquet($package || '/line_stat.parquet')
  where grain = $unitGrain and line_no = $lineNo and course_id = coalesce($courseId, 0)
    and (grain = 'all' or is_within($areaScope, area_code))
    and (grain in ('all', 'area') or is_within($schoolScope, school_code))
    and (grain <> 'class' or is_within($classScope, class_code))
)
select grain as unit_grain, area_code, school_code, class_code, course_name, line_no, student_num,
  student_num as part_sat, base_num as part_base, online_num as part_online, single_num as part_single, double_num as part_double
from line where $code is null or unit_code = $code limit 1
