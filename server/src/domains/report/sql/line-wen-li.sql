-- 文理上线: one row per school, line and course of one of the two exams, the total as course 0.
-- rows
select units.area_code, units.area_name, units.school_code, units.school_name, period_name, fact.course_id,
  fact.course_name, fact.student_num, fact.base_num, online_num, single_num, double_num, fact.below_num, fact.above_num
from units_in($package, 'school', $areaScope, $schoolScope, $classScope, null) units
join read_parquet($package || '/line_stat.parquet') fact
  on fact.grain = 'school' and fact.unit_id = units.unit_id and fact.course_id = units.course_id
where list_contains($streams, arts_science) and ($periodName is null or period_name = $periodName)
order by units.unit_id, line_no, fact.course_sort
