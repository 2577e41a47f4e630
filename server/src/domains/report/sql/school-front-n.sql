-- 前N名（学校）: one row per school; cells: one per N of the exam's rule.
with course as not materialized (
  select course_id from read_parquet($package || '/course.parquet') where course_name = $courseName
),
level as (
  select unnest($frontNList) as n, true as is_listed union all select $countNum, false
),
front as not materialized (
  select school_code, rank, num from read_parquet($package || '/school_front.parquet')
  where course_id = (select course_id from course) and rank <= (select max(n) from level)
),
-- all of them, also from schools that stay out of the reports
whole as (
  select n, is_listed, coalesce(sum(num) filter (rank <= n), 0) as all_num
  from read_parquet($package || '/area_front.parquet') area_front, level
  where area_front.course_id = (select course_id from course) group by all
),
counted as (
  select school_code, n, is_listed, coalesce(sum(num) filter (rank <= n), 0) as num from front, level group by all
),
unit as (
  select * from read_parquet($package || '/quota.parquet') quota
  where course_id = (select course_id from course)
),
filled as (
  select unit.school_code, whole.n, whole.is_listed, coalesce(num, 0) as num, all_num
  from unit cross join whole
  left join counted on counted.school_code = unit.school_code and counted.n = whole.n and counted.is_listed = whole.is_listed
  where unit.grain = 'school'
),
cell as (
  select school_code, list({key: 'n' || n, title: '前' || n || '名', num: num, share: percent(num, all_num)} order by n) as cells
  from filled where is_listed group by school_code
)
-- rows
select unit.area_code, area_name, unit.school_code, school_name, student_num, num, percent(num, all_num) as share,
  percent(num, student_num) as per_hundred, cells, count(*) over () as rows_total
from unit join filled on filled.school_code = unit.school_code and not is_listed left join cell on cell.school_code = unit.school_code
where grain = 'school' and ($areaScope is null or list_contains($areaScope, unit.area_code))
  and ($schoolScope is null or list_contains($schoolScope, unit.school_code))
order by area_sort, school_sort, unit.school_code
limit $size offset $skip
-- totals
select 'all' as unit_grain, '联考' as area_name, student_num, all_num as num,
  percent(all_num, all_num) as share, percent(all_num, student_num) as per_hundred,
  (select list({key: 'n' || n, title: '前' || n || '名', num: all_num, share: percent(all_num, all_num)} order by n)
    from whole where is_listed) as cells
from unit cross join whole
where grain = 'all' and not is_listed
