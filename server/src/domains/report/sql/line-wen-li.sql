-- 文理上线: one row per school, line and course of one of the two exams, the total as course 0.
-- rows
select area_code, area_name, school_code, school_name, period_name, course_id,
  course_name, student_num, base_num, online_num, single_num, double_num, below_num, above_num
from lines_in($package || '/line_stat.parquet', 'school', $areaScope, $schoolScope, $classScope)
where list_contains($streams, arts_science) and ($periodName is null or period_name = $periodName)
order by unit_id, line_no, course_sort
