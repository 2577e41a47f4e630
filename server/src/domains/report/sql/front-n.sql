-- 前N名: one row per unit of the grain; cells: one per N of the exam's rule.
with level as (
  select unnest($frontNList) as n, true as is_listed union all select $countNum, false
),
-- all of them, also from schools that stay out of the reports
whole as (
  select n, is_listed, coalesce(sum(num) filter (rank <= n), 0)::int as all_num
  from read_parquet($package || '/area_front.parquet'), level
  where course_id = $courseId and rank <= greatest($countNum, list_max($frontNList))
  group by all
)
-- rows
, counted as (
  select unit_id, n, is_listed, coalesce(sum(num) filter (rank <= n), 0)::int as num
  from read_parquet($package || '/' || $grain || '_front.parquet'), level
  where course_id = $courseId and rank <= greatest($countNum, list_max($frontNList))
  group by all
),
unit as (
  select *, row_number() over (order by unit_id) as row_no, count(*) over () as rows_total
  from units_in($package, $grain, $areaScope, $schoolScope, $classScope, $schoolGroup)
  where course_id = $courseId
),
page as (
  select * from unit where row_no > $skip and row_no <= $skip + $size
),
filled as (
  select page.unit_id, n, is_listed, coalesce(num, 0) as num, all_num
  from page cross join whole left join counted using (unit_id, n, is_listed)
),
cell as (
  select unit_id, any_value(num) filter (not is_listed) as num, any_value(all_num) filter (not is_listed) as all_num,
    to_json(list({key: 'n' || n, num: num, share: percent(num, all_num)}) filter (is_listed)) as cells
  from filled group by unit_id
)
select area_code, area_name, school_code, school_name, student_num, num, percent(num, all_num) as share,
  percent(num, student_num) as per_hundred, cells, rows_total
from page join cell using (unit_id)
order by row_no
-- totals
select 'all' as unit_grain, '联考' as area_name, student_num, all_num as num,
  percent(all_num, all_num) as share, percent(all_num, student_num) as per_hundred,
  (select to_json(list({key: 'n' || n, title: '前' || n || '名', num: all_num, share: percent(all_num, all_num)} order by n))
    from whole where is_listed) as cells
from whole, read_parquet($package || '/quota.parquet')
where grain = 'all' and course_id = $courseId and not is_listed
