-- 一分一段（单位并列）: one row per band of $step marks, from the top; cells: one per unit of the grain, at most 30.
with top as (
  select case when $step = 1 then $fullMark else ($fullMark - 1) // $step * $step end as top_low
),
unit as (
  select unit_id, {{unit_code}} as unit_code, {{unit_name}} as unit_name, row_number() over (order by {{order}}) as unit_no
  from read_parquet($package || '/quota.parquet')
  where grain = '{{grain}}' and course_id = $courseId and {{in_scope}}
  qualify unit_no <= 30
),
mark as not materialized (
  select grain, unit_id, least(score // $step * $step, top_low) as band_low, num
  from read_parquet($package || '/paragraph.parquet'), top
  where course_id = $courseId
)
-- rows
, everyone as (
  select band_low, top_low, sum(num)::int as num, sum(sum(num)) over (order by band_low desc)::int as cum_num
  from mark, top where grain = 'all' group by band_low, top_low
),
counted as (
  select unit_id, band_low, sum(num)::int as num
  from mark join (select unit_id from unit) using (unit_id) where grain = '{{grain}}' group by all
),
filled as (
  select band_low, unit_code, coalesce(counted.num, 0) as num,
    sum(coalesce(counted.num, 0)) over (partition by unit_id order by band_low desc)::int as cum_num
  from (select band_low, unit_id, unit_code from everyone cross join unit)
  left join counted using (band_low, unit_id)
),
cell as (
  select band_low, to_json(list({key: unit_code, num: num, cumNum: cum_num})) as cells
  from filled group by band_low
)
select band_low, {{band_name}} as band_name, num, cum_num, cells
from everyone left join cell using (band_low)
where band_low >= coalesce($low, 0) // $step * $step and ($high is null or band_low < $high)
order by band_low desc
-- totals
, counted as (
  select unit_code, unit_name, unit_no, coalesce(sum(num), 0)::int as num
  from unit left join (select unit_id, num from mark where grain = '{{grain}}') using (unit_id) group by all
)
select '合计' as band_name, (select sum(num)::int from mark where grain = 'all') as num,
  to_json(list({key: unit_code, title: unit_name, num: num} order by unit_no)) as cells
from counted
