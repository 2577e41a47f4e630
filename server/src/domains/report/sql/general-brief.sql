-- 综合简报（全体）: one row per course with its difficulty (F41), the discrimination (F42) and the reliability (F45) of its paper.
-- rows
with placed as (
  select course_id, score10, num, rank, below, (27 * sum(num) over (partition by course_id) + 99) // 100 as k
  from read_parquet($package || '/rank_lut.parquet') where scope = 'all'
),
-- of a score at the cut as many as are missing: it has one value, so it does not matter which
cut as (
  select course_id, any_value(k) as k,
    sum(score10 * greatest(0, least(num, k - rank + 1))) as top_sum10,
    sum(score10 * greatest(0, least(num, k - below))) as bottom_sum10
  from placed group by course_id
),
page as (
  from units_in($package, $grain, $areaScope, $schoolScope, $classScope, $schoolGroup)
),
line as (
  select course_id, to_json(list(online_cell(
    line_no, period_name, arts_science, student_num, base_num, if(course_id = 0, online_num, single_num)
  ) order by line_no)) as cells
  from read_parquet($package || '/line_stat.parquet')
  where grain = 'all'
  group by course_id
),
reliable as (
  select course_id, arg_max(alpha, student_num order by paper_no) as alpha
  from read_parquet($package || '/paper_quality.parquet')
  group by course_id
)
select course_name, exam_score, plan_num, student_num, absent_num, other_num, avg_score,
  max_score, min_score, q1, median_score, q3, std_score, score_rate,
  excellent_num, excellent_rate, good_num, percent(good_num, base_num) as good_rate,
  pass_num, pass_rate, low_num, low_rate, full_num, zero_num,
  ratio2(sum10, student_num::bigint * full10) as difficulty,
  ratio2(top_sum10 - bottom_sum10, k * full10) as discrimination,
  half_up(alpha, 2) as alpha, cells
from measures_of(page, $sdType) left join cut using (course_id) left join line using (course_id)
left join reliable using (course_id)
order by course_sort
