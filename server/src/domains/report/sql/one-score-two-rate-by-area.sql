-- 一分两率（县区）: one row per course and area; compared with everyone.
with course as not materialized (
  select course_id, full10 from read_parquet($package || '/course.parquet')
),
fact as not materialized (
  select quota.*, full10
  from read_parquet($package || '/quota.parquet') quota join course using (course_id)
  where ($courseName is null or course_name = $courseName)
),
-- the unit above, which means are compared with; below five students it stays unknown
above as not materialized (
  select grain, course_id, area_code, school_code, sum10::hugeint as ref_sum10, student_num as ref_num
  from fact where grain in ('all', 'area', 'school') and student_num >= 5
),
-- only the page is measured, and the rows it is compared with
place as (
  select course_id, unit_id, count(*) over () as rows_total, row_number() over (order by course_sort, area_sort, area_code) as row_no
  from fact
  where grain = 'area'
    and ($areaScope is null or list_contains($areaScope, area_code))
),
shown as (
  select fact.*, rows_total, row_no
  from fact join place on fact.grain = 'area' and place.course_id = fact.course_id and place.unit_id = fact.unit_id
  where row_no > $skip and row_no <= $skip + $size
  union all by name
  select * from fact where grain = 'all'
),
measured as (
  select shown.*,
    score_mean(sum10, student_num) as avg_score,
    score_mean(sum10::hugeint * ref_num - ref_sum10 * student_num, student_num::bigint * ref_num) as diff_avg,
    percent(sum10::hugeint * ref_num - ref_sum10 * student_num, ref_sum10 * student_num) as over_avg_rate,
    percent(excellent_num, base_num) as excellent_rate,
    percent(pass_num, base_num) as pass_rate,
    percent(low_num, base_num) as low_rate,
    half_up(composite, 2) as composite_score,
    marks(max10) as max_score, marks(min10) as min_score,
    half_up(q1 / 10, 2) as q1_score, half_up(median / 10, 2) as median_score, half_up(q3 / 10, 2) as q3_score,
    score_sd(sum10, sumsq100, student_num, $sdType) as std_score,
    percent(sum10, student_num::bigint * full10) as score_rate
  from shown left join above
    on above.course_id = shown.course_id and shown.grain = 'area' and above.grain = 'all'
)
-- rows
select area_code, area_name, course_name, plan_num, student_num, absent_num,
  avg_score, avg_rank, diff_avg, over_avg_rate,
  excellent_num, excellent_rate, excellent_rank, pass_num, pass_rate, pass_rank, low_num, low_rate, low_rank,
  composite_score, composite_rank,
  max_score, min_score, q1_score as q1, median_score, q3_score as q3, std_score, score_rate, rows_total
from measured
where grain = 'area'
order by row_no
-- totals
select grain as unit_grain, '联考' as area_name, course_name, plan_num, student_num, absent_num, avg_score,
  excellent_num, excellent_rate, pass_num, pass_rate, low_num, low_rate, composite_score,
  max_score, min_score, q1_score as q1, median_score, q3_score as q3, std_score, score_rate
from measured
where grain <> 'area'
order by course_sort
