-- 县区成绩排名: one row per area with its total; cells: one per course.
with cell as (
  select unit_id,
    to_json(list(course_cell(course_id, course_name, course_sort, student_num, sum10, if(grain = 'all', null, avg_rank)))) as cells
  from read_parquet($package || '/quota.parquet')
  where grain in ('all', 'area') and course_id > 0
  group by unit_id
),
school as (
  select coalesce(area_id, 0) as unit_id, count(*) as school_num
  from read_parquet($package || '/unit.parquet') where grain = 'school' group by rollup (area_id)
)
-- rows
, unit as (
  select *, count(*) over () as rows_total,
    row_number() over (
      order by case when $order = 'bureau' then null when $order = 'composite' then composite_rank else avg_rank end
        nulls last, unit_id
    ) as row_no
  from units_in($package, $grain, $areaScope, $schoolScope, $classScope, $schoolGroup)
  where course_id = 0
)
select avg_rank, area_code, area_name, school_num, plan_num, student_num, absent_num, other_num,
  avg_score, max_score, composite_score, composite_rank, cells, rows_total
from measures_of(unit, $sdType) left join school using (unit_id) left join cell using (unit_id)
where row_no > $skip and row_no <= $skip + $size
order by row_no
-- totals
, above as (
  from units_above($package, $grain, $areaScope, $schoolScope) where course_id = 0
)
select unit_grain, area_name, school_num, plan_num, student_num, absent_num, other_num, avg_score, max_score, if($compositeKind = 'county', null, composite_score) as composite_score, cells
from measures_of(above, $sdType) left join school using (unit_id) left join cell using (unit_id)
