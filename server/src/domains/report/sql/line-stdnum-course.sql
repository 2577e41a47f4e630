-- 单双上线: one row per unit and course for one line, the main one where none is named.
with wanted as (
  select line_no
  from read_parquet($package || '/score_line.parquet')
  where course_id = 0 and ($periodName is null or period_name = $periodName)
    and ($artsScience is null or arts_science = $artsScience::int)
  order by is_main desc, line_no
  limit 1
)
-- rows
, hit as not materialized (
  from lines_in($package || '/line_stat.parquet', $grain, $areaScope, $schoolScope, $classScope)
  where course_id > 0 and line_no = (from wanted) and ($courseId is null or course_id = $courseId)
),
page as (
  from hit order by unit_id, course_sort limit $size offset $skip
)
select area_code, area_name, school_code, school_name, class_code, class_name, page.course_name, line_no, teacher_name,
  student_num, marks(line10) as line_score, online_num, single_num, double_num,
  percent(double_num, online_num) as contribution_rate, percent(double_num, single_num) as hit_rate,
  online_num - double_num as miss_num, (select count(*) from hit) as rows_total
from page
left join read_parquet($package || '/teacher.parquet') taught
  on taught.course_id = page.course_id and taught.unit_id = page.unit_id and page.grain = 'class'
order by page.unit_id, course_sort
-- totals
select unit_grain, above.area_code, above.area_name, above.school_code, above.school_name, above.class_name,
  fact.course_name, line_no, fact.student_num, marks(line10) as line_score, online_num, single_num, double_num,
  percent(double_num, online_num) as contribution_rate, percent(double_num, single_num) as hit_rate,
  online_num - double_num as miss_num
from units_above($package, $grain, $areaScope, $schoolScope) above
join read_parquet($package || '/line_stat.parquet') fact
  on fact.grain = above.grain and fact.unit_id = above.unit_id and fact.course_id = above.course_id
where fact.grain in ('all', 'area', 'school') and fact.course_id > 0 and line_no = (from wanted)
  and ($courseId is null or fact.course_id = $courseId)
order by total_no, above.unit_id, fact.course_sort
