-- 一分一段（学校并列）: one row per band of $step marks, from the top; cells: one per school, at most 30.
with course as not materialized (
  select course_id, full10 // 10 as full_mark,
    case when $step = 1 then full10 // 10 else (full10 // 10 - 1) // $step * $step end as top_low
  from read_parquet($package || '/course.parquet') where course_name = $courseName
),
unit as (
  select school_code, school_name, row_number() over (order by area_sort, school_sort, school_code) as unit_no
  from read_parquet($package || '/quota.parquet') quota
  where grain = 'school' and quota.course_id = (select course_id from course)
    and ($areaScope is null or list_contains($areaScope, area_code))
    and ($schoolScope is null or list_contains($schoolScope, school_code))
  qualify unit_no <= 30
),
course_mark as not materialized (
  select grain, school_code, least(score // $step * $step, (select top_low from course)) as band_low, num
  from read_parquet($package || '/paragraph.parquet')
  where course_id = (select course_id from course)
),
mark as (
  select * from course_mark where grain = 'all'
  union all
  select * from course_mark where grain = 'school' and school_code in (select school_code from unit)
),
everyone as (
  select band_low, sum(num) as num, sum(sum(num)) over (order by band_low desc) as cum_num
  from mark where grain = 'all' group by band_low
),
counted as (
  select school_code, band_low, sum(num) as num from mark where grain = 'school' group by all
),
filled as (
  select band_low, school_code, school_name, unit_no, coalesce(counted.num, 0) as num,
    sum(coalesce(counted.num, 0)) over (partition by school_code order by band_low desc) as cum_num
  from (select band_low, school_code, school_name, unit_no from everyone cross join unit)
  left join counted using (band_low, school_code)
),
cell as (
  select band_low,
    list({key: school_code, title: school_name, num: num, cum_num: cum_num} order by unit_no) as cells
  from filled group by band_low
)
-- rows
select band_low,
  case
    when $step = 1 then band_low::varchar
    when band_low = (select top_low from course) then band_low || '-' || (select full_mark from course)
    else band_low || '-' || (band_low + $step - 1) || '.5'
  end as band_name,
  num, cum_num, cells
from everyone left join cell using (band_low)
where band_low >= coalesce($low, 0) // $step * $step and ($high is null or band_low < $high)
order by band_low desc
-- totals
select '合计' as band_name, (select sum(num) from everyone) as num,
  list({key: school_code, title: school_name, num: num} order by unit_no) as cells
from (select school_code, school_name, unit_no, sum(num) as num from filled group by all)
