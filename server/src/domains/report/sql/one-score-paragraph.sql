-- 一分一段: one row per band of $step marks, from the top, gap-free between the best and the worst mark;
-- cells: one per unit of the grain, at most 30.
with unit as (
  select unit_id, unit_code, unit_name, row_number() over (order by unit_id) as unit_no
  from units_in($package, $grain, $areaScope, $schoolScope, $classScope, $schoolGroup)
  where course_id = $courseId and $grain <> 'all'
  qualify unit_no <= 30
),
mark as not materialized (
  select grain, unit_id, band_of(score, $fullMark, $step) as band_low, num
  from read_parquet($package || '/paragraph.parquet')
  where course_id = $courseId
)
-- rows
, everyone as (
  select band_low, sum(num)::int as num from mark where grain = 'all' group by band_low
),
stream as (
  select band_of(score, $fullMark, $step) as band_low,
    sum(num) filter (where arts_science = 1)::int as arts_num, sum(num) filter (where arts_science = 2)::int as science_num
  from read_parquet($package || '/stream_paragraph.parquet')
  where course_id = $courseId
  group by all
),
summed as (
  select band_low, num, coalesce(arts_num, 0) as arts_num, coalesce(science_num, 0) as science_num,
    sum(arts_num) over (order by band_low desc)::int as arts_cum, sum(science_num) over (order by band_low desc)::int as science_cum,
    sum(num) over (order by band_low desc)::int as cum_num, sum(num) over ()::int as all_num,
    sum(num) over (partition by band_low // 10)::int as ten_num,
    band_low = min(band_low) over (partition by band_low // 10) as is_last_of_ten
  from everyone left join stream using (band_low)
),
counted as (
  select unit_id, band_low, sum(num)::int as num
  from mark join (select unit_id from unit) using (unit_id) where grain = $grain group by all
),
filled as (
  select band_low, unit_code,
    if(sum(counted.num) over (partition by unit_id) < $smallest, null, coalesce(counted.num, 0)) as num,
    if(sum(counted.num) over (partition by unit_id) < $smallest, null,
      sum(coalesce(counted.num, 0)) over (partition by unit_id order by band_low desc)::int) as cum_num
  from (select band_low, unit_id, unit_code from everyone cross join unit)
  left join counted using (band_low, unit_id)
),
cell as (
  select band_low, to_json(list({key: unit_code, num: num, cumNum: cum_num})) as cells
  from filled group by band_low
)
select band_low, band_name(band_low, $fullMark, $step) as band_name, num, percent(num, all_num) as rate,
  cum_num, percent(cum_num, all_num) as cum_rate, if(is_last_of_ten and $step < 10, ten_num, null) as ten_num,
  arts_num, coalesce(arts_cum, 0) as arts_cum, science_num, coalesce(science_cum, 0) as science_cum, cells
from summed left join cell using (band_low)
where band_low >= coalesce($low, 0) // $step * $step and ($high is null or band_low < $high)
order by band_low desc
-- totals
, everyone as (
  select sum(num)::int as num from mark where grain = 'all'
),
counted as (
  select unit_code, unit_name, unit_no, coalesce(sum(num), 0)::int as num
  from unit left join (select unit_id, num from mark where grain = $grain) using (unit_id) group by all
)
select '合计' as band_name, num, percent(num, num) as rate,
  coalesce((select sum(num) from read_parquet($package || '/stream_paragraph.parquet') where course_id = $courseId and arts_science = 1), 0)::int as arts_num,
  coalesce((select sum(num) from read_parquet($package || '/stream_paragraph.parquet') where course_id = $courseId and arts_science = 2), 0)::int as science_num,
  (select to_json(list({key: unit_code, title: unit_name, num: num} order by unit_no)) from counted) as cells
from everyone
