-- 县区成绩排名: one row per area with its total; cells: one per course.
with fact as not materialized (
  select * from read_parquet($package || '/quota.parquet') where grain in ('all', 'area')
),
unit as (
  select *, count(*) over () as rows_total,
    row_number() over (
      order by case when $order = 'bureau' then null when $order = 'composite' then composite_rank else avg_rank end
        nulls last, area_sort, area_code
    ) as row_no
  from fact
  where grain = 'area' and course_id = 0 and ($areaScope is null or list_contains($areaScope, area_code))
),
page as (
  select * from unit where row_no > $skip and row_no <= $skip + $size
),
school as (
  select coalesce(area_code, '') as area_code, count(*) as school_num
  from read_parquet($package || '/unit.parquet') where grain = 'school' group by rollup (area_code)
),
cell as (
  select coalesce(area_code, '') as area_code,
    list({
      key: 'c' || course_id, title: course_name, sort: course_sort, student_num: student_num,
      avg_score: score_mean(sum10, student_num), avg_rank: case when grain <> 'all' then avg_rank end
    } order by course_sort) as cells
  from fact where course_id > 0 group by area_code
)
-- rows
select avg_rank, page.area_code, area_name, school_num, plan_num, student_num, absent_num,
  score_mean(sum10, student_num) as avg_score, marks(max10) as max_score,
  half_up(composite, 2) as composite_score, composite_rank, cells, rows_total
from page left join school using (area_code) left join cell using (area_code)
order by row_no
-- totals
select fact.grain as unit_grain, '联考' as area_name, school_num, plan_num, student_num, absent_num,
  score_mean(sum10, student_num) as avg_score, marks(max10) as max_score,
  half_up(composite, 2) as composite_score, cells
from fact left join school on school.area_code = '' left join cell on cell.area_code = ''
where grain = 'all' and course_id = 0
