-- 成绩排名: one row per unit of the grain with its total; cells: one per course.
-- rows
with place as (
  select unit_id, count(*) over () as rows_total,
    row_number() over (
      order by case when $order = 'bureau' then null when $order = 'avg' then avg_rank else composite_rank end nulls last,
        unit_id
    ) as row_no
  from units_in($package, $grain, $areaScope, $schoolScope, $classScope, $schoolGroup)
  where course_id = 0
),
page as (
  select * from place join read_parquet($package || '/quota.parquet') using (unit_id)
  where grain = $grain and course_id = 0 and row_no > $skip and row_no <= $skip + $size
),
before as (
  select unit_id, rank_prev from read_parquet($package || '/unit.parquet') where grain = $grain
),
cell as (
  select unit_id, to_json(list(course_cell(course_id, course_name, course_sort, student_num, sum10, avg_rank))) as cells
  from read_parquet($package || '/quota.parquet')
  where grain = $grain and course_id > 0 and unit_id in (select unit_id from page)
  group by unit_id
)
select composite_rank, rank_prev, rank_prev - composite_rank as rank_change,
  area_code, area_name, school_code, school_name, class_code, class_name, plan_num, student_num, absent_num, other_num,
  avg_score, avg_rank, max_score, avg_rank_in_school, composite_score, cells, rows_total
from measures_of(page, $sdType) left join before using (unit_id) left join cell using (unit_id)
order by row_no
-- totals
with above as (
  from units_above($package, $grain, $areaScope, $schoolScope)
),
cell as (
  select unit_grain, unit_id,
    to_json(list(course_cell(course_id, course_name, course_sort, student_num, sum10, if(grain = 'all', null, avg_rank)))) as cells
  from above where course_id > 0 group by all
)
select unit_grain, area_code, area_name, school_code, school_name, class_name, plan_num, student_num, absent_num, other_num,
  avg_score, max_score, if($compositeKind = 'county', null, composite_score) as composite_score, cells
from measures_of(above, $sdType) left join cell using (unit_grain, unit_id)
where course_id = 0
order by total_no, area_sort, school_sort
