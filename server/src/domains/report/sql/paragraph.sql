-- 分数段: one row per unit of the grain; cells: one per band, gap-free, the same bands for every unit.
-- Bands are [low, high) at multiples of $step; the top one is closed at the full mark, the ends gather what lies outside.
with top as (
  select top_band($fullMark, $step) as top_low
),
edge as (
  select top_low, least(coalesce($high // $step * $step, top_low), top_low) as last_low,
    least(coalesce($low // $step * $step, 0), last_low) as first_low
  from top
),
mark as not materialized (
  select grain, unit_id, num,
    case
      when score >= last_low then last_low
      when score < first_low then -1
      else score // $step * $step
    end as band_low
  from read_parquet($package || '/paragraph.parquet'), edge
  where course_id = $courseId
),
everyone as (
  select band_low, sum(num)::int as num from mark where grain = 'all' group by band_low
),
band as (
  select band_low, num, case
      when band_low < 0 then '低于' || first_low
      when band_low < last_low and $step = 1 then band_low::varchar
      when band_low < last_low then band_low || '-' || (band_low + $step - 1) || '.5'
      when last_low < top_low then last_low || '及以上'
      when last_low = $fullMark then last_low::varchar
      else last_low || '-' || $fullMark
    end as band_name
  from everyone, edge
)
-- rows
, unit as (
  select *, count(*) over () as rows_total, row_number() over (order by unit_id) as row_no
  from units_in($package, $grain, $areaScope, $schoolScope, $classScope, $schoolGroup)
  where course_id = $courseId
),
page as (
  select * from unit where row_no > $skip and row_no <= $skip + $size
),
counted as (
  select unit_id, band_low, sum(num)::int as num
  from mark join (select unit_id from page) using (unit_id) where grain = $grain group by all
),
filled as (
  select unit_id, student_num, band_low, coalesce(counted.num, 0) as num,
    sum(coalesce(counted.num, 0)) over (partition by unit_id order by band_low desc)::int as cum_num
  from (select unit_id, student_num, band_low from page cross join band)
  left join counted using (unit_id, band_low)
),
cell as (
  select unit_id, to_json(list(band_cell(band_low, null, num, cum_num, student_num))) as cells
  from filled group by unit_id
)
select area_code, area_name, school_code, school_name, plan_num, student_num, absent_num,
  plan_num - student_num - absent_num as other_num, cells, rows_total
from page join cell using (unit_id)
order by row_no
-- totals
, filled as (
  select plan_num, student_num, absent_num, band_low, band_name, num, sum(num) over (order by band_low desc)::int as cum_num
  from read_parquet($package || '/quota.parquet') cross join band
  where grain = 'all' and course_id = $courseId
)
select 'all' as unit_grain, '联考' as area_name, plan_num, student_num, absent_num,
  plan_num - student_num - absent_num as other_num,
  to_json(list(band_cell(band_low, band_name, num, cum_num, student_num) order by band_low desc)) as cells
from filled group by plan_num, student_num, absent_num
