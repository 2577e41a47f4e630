-- 一分一段（全体）: one row per band of $step marks, from the top; gap-free between the best and the worst mark.
with course as not materialized (
  select course_id, full10 // 10 as full_mark,
    case when $step = 1 then full10 // 10 else (full10 // 10 - 1) // $step * $step end as top_low
  from read_parquet($package || '/course.parquet') where course_name = $courseName
),
mark as not materialized (
  select least(score // $step * $step, (select top_low from course)) as band_low, sum(num) as num
  from read_parquet($package || '/paragraph.parquet')
  where grain = 'all' and course_id = (select course_id from course)
  group by band_low
),
summed as (
  select band_low, num, sum(num) over (order by band_low desc) as cum_num, sum(num) over () as all_num,
    sum(num) over (partition by band_low // 10) as ten_num,
    band_low = min(band_low) over (partition by band_low // 10) as is_last_of_ten
  from mark
)
-- rows
select band_low,
  case
    when $step = 1 then band_low::varchar
    when band_low = (select top_low from course) then band_low || '-' || (select full_mark from course)
    else band_low || '-' || (band_low + $step - 1) || '.5'
  end as band_name,
  num, percent(num, all_num) as rate, cum_num, percent(cum_num, all_num) as cum_rate,
  case when is_last_of_ten and $step < 10 then ten_num end as ten_num
from summed
where band_low >= coalesce($low, 0) // $step * $step and ($high is null or band_low < $high)
order by band_low desc
-- totals
select 'all' as unit_grain, '合计' as band_name, max(all_num) as num, percent(max(all_num), max(all_num)) as rate
from summed
