-- 成绩排名（学校）: one row per school with its total; cells: one per course.
with fact as not materialized (
  select * from read_parquet($package || '/quota.parquet')
),
unit as (
  select *, count(*) over () as rows_total,
    row_number() over (
      order by case when $order = 'bureau' then null when $order = 'avg' then avg_rank else composite_rank end nulls last,
        area_sort, school_sort, school_code
    ) as row_no
  from fact
  where grain = 'school' and course_id = 0
    and ($areaScope is null or list_contains($areaScope, area_code))
    and ($schoolScope is null or list_contains($schoolScope, school_code))
    and ($schoolGroup is null or school_group = $schoolGroup)
),
page as (
  select * from unit where row_no > $skip and row_no <= $skip + $size
),
cell as (
  select grain, unit_id,
    list({
      key: 'c' || course_id, title: course_name, sort: course_sort, student_num: student_num,
      avg_score: score_mean(sum10, student_num), avg_rank: case when grain <> 'all' then avg_rank end
    } order by course_sort) as cells
  from fact
  where course_id > 0
    and (grain in ('all', 'area') or grain = 'school' and unit_id in (select unit_id from page))
  group by all
)
-- rows
select composite_rank, page.area_code, area_name, page.school_code, school_name, plan_num, student_num, absent_num,
  score_mean(sum10, student_num) as avg_score, avg_rank, marks(max10) as max_score,
  half_up(composite, 2) as composite_score, cells, rows_total
from page left join cell on cell.grain = 'school' and cell.unit_id = page.unit_id
order by row_no
-- totals
select fact.grain as unit_grain, fact.area_code,
  case fact.grain when 'all' then '联考' else area_name end as area_name,
  case fact.grain when 'area' then '县区' end as school_name, plan_num, student_num, absent_num,
  score_mean(sum10, student_num) as avg_score, marks(max10) as max_score,
  half_up(composite, 2) as composite_score, cells
from fact left join cell on cell.grain = fact.grain and cell.unit_id = fact.unit_id
where course_id = 0
  and (fact.grain = 'all' or fact.grain = 'area' and list_contains($areaScope, fact.area_code))
order by fact.grain = 'all', area_sort
