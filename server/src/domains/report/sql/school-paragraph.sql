-- 分数段（学校）: one row per school; cells: one per band, gap-free, the same bands for every school.
-- Bands are [low, high) at multiples of $step; the top one is closed at the full mark, the ends gather what lies outside.
with course as not materialized (
  select course_id, full10 // 10 as full_mark,
    case when $step = 1 then full10 // 10 else (full10 // 10 - 1) // $step * $step end as top_low
  from read_parquet($package || '/course.parquet') where course_name = $courseName
),
edge as (
  select *, least(coalesce($high // $step * $step, top_low), top_low) as last_low,
    coalesce($low // $step * $step, 0) as first_low
  from course
),
unit as (
  select grain, area_code, area_name, area_sort, school_code, school_name, school_sort,
    plan_num, student_num, absent_num, count(*) over (partition by grain) as rows_total,
    row_number() over (partition by grain order by area_sort, school_sort, school_code) as row_no
  from read_parquet($package || '/quota.parquet')
  where course_name = $courseName and (
    grain = 'all'
    or grain = 'school' and ($areaScope is null or list_contains($areaScope, area_code))
      and ($schoolScope is null or list_contains($schoolScope, school_code))
  )
),
page as (
  select * from unit where grain = 'all' or row_no > $skip and row_no <= $skip + $size
),
course_mark as not materialized (
  select grain, school_code, score, num from read_parquet($package || '/paragraph.parquet')
  where course_id = (select course_id from course)
),
wanted as (
  select * from course_mark where grain = 'all'
  union all
  select * from course_mark where grain = 'school' and school_code in (select school_code from page where grain = 'school')
),
mark as (
  select grain, school_code, num,
    case
      when score >= last_low then last_low
      when score < first_low then -1
      else score // $step * $step
    end as band_low
  from wanted, edge
),
band as (
  select distinct band_low, case
      when band_low < 0 then '低于' || first_low
      when band_low < last_low and $step = 1 then band_low::varchar
      when band_low < last_low then band_low || '-' || (band_low + $step - 1) || '.5'
      when last_low < top_low then last_low || '及以上'
      when last_low = full_mark then last_low::varchar
      else last_low || '-' || full_mark
    end as band_name
  from mark, edge where grain = 'all'
),
counted as (
  select grain, school_code, band_low, sum(num) as num from mark group by all
),
filled as (
  select page.grain, page.school_code, student_num, band.band_low, band_name, coalesce(num, 0) as num,
    sum(coalesce(num, 0)) over (partition by page.grain, page.school_code order by band.band_low desc) as cum_num
  from page cross join band
  left join counted on counted.grain = page.grain and counted.band_low = band.band_low
    and counted.school_code is not distinct from page.school_code
),
cell as (
  select grain, school_code, list({
    key: 'b' || band_low, title: band_name, num: num, rate: percent(num, student_num),
    cum_num: cum_num, cum_rate: percent(cum_num, student_num)
  } order by band_low desc) as cells
  from filled group by grain, school_code
)
-- rows
select page.area_code, area_name, page.school_code, school_name, plan_num, student_num, absent_num, cells, rows_total
from page join cell on cell.grain = page.grain and cell.school_code = page.school_code
where page.grain = 'school'
order by row_no
-- totals
select page.grain as unit_grain, '联考' as area_name, plan_num, student_num, absent_num, cells
from page join cell on cell.grain = page.grain
where page.grain = 'all'
