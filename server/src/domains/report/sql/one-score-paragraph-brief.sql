-- 一分一段（全体）: one row per band of $step marks, from the top; gap-free between the best and the worst mark.
with top as (
  select case when $step = 1 then $fullMark else ($fullMark - 1) // $step * $step end as top_low
),
mark as (
  select least(score // $step * $step, top_low) as band_low, top_low, sum(num)::int as num
  from read_parquet($package || '/paragraph.parquet'), top
  where grain = 'all' and course_id = $courseId
  group by all
)
-- rows
, summed as (
  select *, sum(num) over (order by band_low desc)::int as cum_num, sum(num) over ()::int as all_num,
    sum(num) over (partition by band_low // 10)::int as ten_num,
    band_low = min(band_low) over (partition by band_low // 10) as is_last_of_ten
  from mark
)
select band_low, {{band_name}} as band_name,
  num, percent(num, all_num) as rate, cum_num, percent(cum_num, all_num) as cum_rate,
  case when is_last_of_ten and $step < 10 then ten_num end as ten_num
from summed
where band_low >= coalesce($low, 0) // $step * $step and ($high is null or band_low < $high)
order by band_low desc
-- totals
select 'all' as unit_grain, '合计' as band_name, sum(num)::int as num, percent(sum(num), sum(num)) as rate
from mark
