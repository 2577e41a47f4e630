-- 一分两率（简表）: one row per course over all students.
with course as not materialized (
  select course_id, full10 from read_parquet($package || '/course.parquet')
),
fact as not materialized (
  select quota.*, full10
  from read_parquet($package || '/quota.parquet') quota join course using (course_id)
  where grain = 'all' and ($courseName is null or course_name = $courseName)
)
-- rows
select course_name, marks(full10) as exam_score, plan_num, student_num, absent_num,
  score_mean(sum10, student_num) as avg_score,
  excellent_num, percent(excellent_num, base_num) as excellent_rate,
  pass_num, percent(pass_num, base_num) as pass_rate,
  low_num, percent(low_num, base_num) as low_rate,
  case when course_id = 0 then percent(all_pass_num, base_num) end as all_pass_rate,
  marks(max10) as max_score, marks(min10) as min_score,
  half_up(q1 / 10, 2) as q1, half_up(median / 10, 2) as median_score, half_up(q3 / 10, 2) as q3,
  score_sd(sum10, sumsq100, student_num, $sdType) as std_score,
  percent(sum10, student_num::bigint * full10) as score_rate,
  grain as unit_grain, count(*) over () as rows_total
from fact
order by course_sort
limit $size offset $skip
