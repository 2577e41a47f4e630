-- 综合简报、高中成绩排名: one row per unit of the grain with its total; cells: one per course, one per N of the exam's rule, one per line.
with whole as (
  select course_id, sum10 as all_sum10, sumsq100 as all_sumsq100, student_num as all_num
  from read_parquet($package || '/quota.parquet') where grain = 'all'
),
-- how many of each unit are among the first N: the file lies in the order of the ranks, so this is its beginning
near as (
  select area_code, if($grain = 'area', null, school_code) as school_code,
    if($grain = 'class', coalesce(class_code, class_name), null) as class_key, all_rank
  from read_parquet($package || '/student.parquet') where all_rank <= list_max($frontNList)
),
level as (
  select unnest($frontNList) as n
)
-- rows
, place as (
  select unit_id, count(*) over () as rows_total,
    row_number() over (
      order by case $order when 'avg' then avg_rank when 'composite' then composite_rank end nulls last, unit_id
    ) as row_no
  from units_in($package, $grain, $areaScope, $schoolScope, $classScope, $schoolGroup)
  where course_id = 0
),
page as (
  select * from place join read_parquet($package || '/quota.parquet') using (unit_id)
  where grain = $grain and course_id = 0 and row_no > $skip and row_no <= $skip + $size
),
course as (
  select unit_id, list(to_json(unit_cell(
    course_id, course_name, course_sort, student_num, sum10, avg_rank, mean_t(sum10, student_num, all_sum10, all_sumsq100, all_num, $sdType)
  ))) as cells
  from read_parquet($package || '/quota.parquet') join whole using (course_id)
  where grain = $grain and course_id > 0 and unit_id in (select unit_id from page)
  group by unit_id
),
counted as (
  select area_code, school_code, class_key, n, count(*)::int as num
  from near join level on all_rank <= n
  group by all
),
front as (
  select unit_id, list(to_json(front_cell(level.n, page.student_num, coalesce(num, 0)))) as cells
  from page cross join level
  left join counted on counted.n = level.n and counted.area_code = page.area_code
    and counted.school_code is not distinct from page.school_code
    and counted.class_key is not distinct from coalesce(page.class_code, page.class_name)
  group by unit_id
),
line as (
  select unit_id, list(to_json(online_cell(line_no, period_name, arts_science, student_num, base_num, online_num))) as cells
  from read_parquet($package || '/line_stat.parquet')
  where grain = $grain and course_id = 0 and unit_id in (select unit_id from page)
  group by unit_id
)
select area_code, area_name, school_code, school_name, class_code, class_name, plan_num, student_num, absent_num, other_num,
  avg_score, avg_rank, mean_t(sum10, student_num, all_sum10, all_sumsq100, all_num, $sdType) as t_score, max_score, std_score,
  composite_score, composite_rank,
  to_json(list_concat(list_concat(course.cells, front.cells), line.cells)) as cells, rows_total
from measures_of(page, $sdType) join whole using (course_id)
left join course using (unit_id) left join front using (unit_id) left join line using (unit_id)
order by row_no
-- totals
, above as (
  from units_above($package, $grain, $areaScope, $schoolScope)
),
course as (
  select unit_grain, unit_id, list(to_json(unit_cell(
    course_id, course_name, course_sort, student_num, sum10, if(grain = 'all', null, avg_rank),
    mean_t(sum10, student_num, all_sum10, all_sumsq100, all_num, $sdType)
  ))) as cells
  from above join whole using (course_id) where course_id > 0 group by all
),
front as (
  select unit_grain, unit_id, list(to_json(front_cell(n, student_num, num))) as cells
  from (
    select unit_grain, unit_id, n, student_num, count(near.all_rank)::int as num
    from above cross join level
    left join near on near.all_rank <= n and (grain = 'all' or near.area_code = above.area_code)
      and (grain <> 'school' or near.school_code = above.school_code)
    where course_id = 0
    group by all
  )
  group by all
),
line as (
  select unit_grain, unit_id, list(to_json(online_cell(line_no, period_name, arts_science, stat.student_num, stat.base_num, online_num))) as cells
  from above join read_parquet($package || '/line_stat.parquet') stat using (grain, unit_id, course_id)
  where course_id = 0
  group by all
)
select unit_grain, area_code, area_name, school_code, school_name, class_name, plan_num, student_num, absent_num, other_num,
  avg_score, mean_t(sum10, student_num, all_sum10, all_sumsq100, all_num, $sdType) as t_score, max_score, std_score,
  if($compositeKind = 'county', null, composite_score) as composite_score,
  to_json(list_concat(list_concat(course.cells, front.cells), line.cells)) as cells
from measures_of(above, $sdType) join whole using (course_id)
left join course using (unit_grain, unit_id) left join front using (unit_grain, unit_id)
left join line using (unit_grain, unit_id)
where course_id = 0
order by total_no, area_sort, school_sort
