-- 一分两率: one row per course and unit of the grain, compared with the unit above it.
-- rows
with place as (
  select course_id, unit_id, count(*) over () as rows_total, row_number() over (order by course_sort, unit_id) as row_no
  from units_in($package, $grain, $areaScope, $schoolScope, $classScope, $schoolGroup)
  where $courseId is null or course_id = $courseId
),
page as (
  select * from place join read_parquet($package || '/quota.parquet') using (course_id, unit_id)
  where grain = $grain and row_no > $skip and row_no <= $skip + $size
),
taught as (
  select course_id, unit_id, teacher_name from read_parquet($package || '/teacher.parquet') where $grain = 'class'
)
select area_code, area_name, school_code, school_name, class_code, class_name, course_name, teacher_name, exam_score,
  plan_num, student_num, absent_num, other_num, avg_score, above_num, avg_rank, diff_avg, over_avg_rate, avg_rank_in_area, avg_rank_in_school,
  excellent_num, excellent_rate, excellent_rank, pass_num, pass_rate, pass_rank, low_num, low_rate, low_rank, all_pass_rate,
  composite_score, composite_rank, max_score, min_score, q1, median_score, q3, std_score, score_rate, rows_total
from measures_of(page, $sdType) left join taught using (course_id, unit_id)
order by row_no
-- totals
with above as (
  from units_above($package, $grain, $areaScope, $schoolScope) where $courseId is null or course_id = $courseId
)
select unit_grain, area_code, area_name, school_code, school_name, class_name, course_name, plan_num, student_num, absent_num, other_num,
  avg_score, excellent_num, excellent_rate, pass_num, pass_rate, low_num, low_rate,
  if($compositeKind = 'county', null, composite_score) as composite_score, max_score, min_score, q1, median_score, q3, std_score, score_rate
from measures_of(above, $sdType)
order by course_sort, total_no, area_sort, school_sort
