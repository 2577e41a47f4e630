-- 一分两率: one row per course and unit of the grain, compared with the unit above it.
with place as (
  select course_id, unit_id, count(*) over () as rows_total,
    row_number() over (order by course_sort, {{order}}) as row_no
  from read_parquet($package || '/quota.parquet')
  where grain = '{{grain}}' and ($courseId is null or course_id = $courseId) and {{in_scope}}
)
-- rows
select {{columns}}, course_name, {{teacher}} plan_num, student_num, absent_num,
  {{compared}}
  {{rank_within}}
  excellent_num, percent(excellent_num, base_num) as excellent_rate, excellent_rank,
  pass_num, percent(pass_num, base_num) as pass_rate, pass_rank,
  low_num, percent(low_num, base_num) as low_rate, low_rank,
  half_up(composite, 2) as composite_score, composite_rank,
  {{spread}}, rows_total
from place join read_parquet($package || '/quota.parquet') quota using (course_id, unit_id)
  {{teacher_join}}
where grain = '{{grain}}' and row_no > $skip and row_no <= $skip + $size
order by row_no
-- totals
select grain as unit_grain, {{totals_columns}}, course_name, plan_num, student_num, absent_num,
  score_mean(sum10, student_num) as avg_score,
  excellent_num, percent(excellent_num, base_num) as excellent_rate,
  pass_num, percent(pass_num, base_num) as pass_rate,
  low_num, percent(low_num, base_num) as low_rate,
  half_up(composite, 2) as composite_score,
  {{spread}}
from read_parquet($package || '/quota.parquet')
where ($courseId is null or course_id = $courseId) and ({{in_totals}})
order by course_sort, {{totals_order}}
