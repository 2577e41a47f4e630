-- 单双上线: one row per unit and course for one line, the main one where none is named.
with wanted as (
  select line_no
  from read_parquet($package || '/score_line.parquet')
  where course_id = 0 and ($periodName is null or period_name = $periodName)
    and ($artsScience is null or arts_science = $artsScience::int)
  order by is_main desc, line_no
  limit 1
),
fact as (
  from read_parquet($package || '/line_stat.parquet')
  where course_id > 0 and line_no = (from wanted) and ($courseId is null or course_id = $courseId)
)
-- rows
, unit as (
  select units.* exclude (student_num, course_name, course_sort), fact.student_num, fact.course_name, fact.course_sort,
    line10, online_num, single_num, double_num,
    row_number() over (order by units.unit_id, fact.course_sort) as row_no, count(*) over () as rows_total
  from units_in($package, $grain, $areaScope, $schoolScope, $classScope, null) units
  join fact on fact.grain = units.grain and fact.unit_id = units.unit_id and fact.course_id = units.course_id
)
select area_code, area_name, school_code, school_name, class_code, class_name, unit.course_name, teacher_name,
  student_num, marks(line10) as line_score, online_num, single_num, double_num,
  percent(double_num, online_num) as contribution_rate, percent(double_num, single_num) as hit_rate,
  online_num - double_num as miss_num, rows_total
from unit
left join read_parquet($package || '/teacher.parquet') taught
  on taught.course_id = unit.course_id and taught.unit_id = unit.unit_id and unit.grain = 'class'
where row_no > $skip and row_no <= $skip + $size
order by row_no
-- totals
select unit_grain, above.area_name, above.school_name, above.class_name, fact.course_name, fact.student_num,
  marks(line10) as line_score, online_num, single_num, double_num,
  percent(double_num, online_num) as contribution_rate, percent(double_num, single_num) as hit_rate,
  online_num - double_num as miss_num
from units_above($package, $grain, $areaScope, $schoolScope) above
join fact on fact.grain = above.grain and fact.unit_id = above.unit_id and fact.course_id = above.course_id
order by total_no, above.unit_id, fact.course_sort
