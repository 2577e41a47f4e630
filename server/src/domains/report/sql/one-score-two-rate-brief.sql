-- 一分两率（简表）: one row per course over all students.
-- rows
select course_name, marks(full10) as exam_score, plan_num, student_num, absent_num,
  score_mean(sum10, student_num) as avg_score,
  excellent_num, percent(excellent_num, base_num) as excellent_rate,
  pass_num, percent(pass_num, base_num) as pass_rate,
  low_num, percent(low_num, base_num) as low_rate,
  case when course_id = 0 then percent(all_pass_num, base_num) end as all_pass_rate,
  {{spread}},
  grain as unit_grain, count(*) over () as rows_total
from read_parquet($package || '/quota.parquet')
where grain = 'all' and ($courseId is null or course_id = $courseId)
order by course_sort
limit $size offset $skip
