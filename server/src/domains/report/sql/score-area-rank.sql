-- 县区成绩排名: one row per area with its total; cells: one per course.
with cell as (
  select unit_id, {{course_cells}} as cells
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
        nulls last, {{order}}
    ) as row_no
  from read_parquet($package || '/quota.parquet')
  where grain = 'area' and course_id = 0 and {{in_scope}}
)
select avg_rank, {{columns}}, school_num, plan_num, student_num, absent_num,
  score_mean(sum10, student_num) as avg_score, marks(max10) as max_score,
  half_up(composite, 2) as composite_score, composite_rank, cells, rows_total
from unit left join school using (unit_id) left join cell using (unit_id)
where row_no > $skip and row_no <= $skip + $size
order by row_no
-- totals
select grain as unit_grain, '联考' as area_name, school_num, plan_num, student_num, absent_num,
  score_mean(sum10, student_num) as avg_score, marks(max10) as max_score,
  half_up(composite, 2) as composite_score, cells
from read_parquet($package || '/quota.parquet') left join school using (unit_id) left join cell using (unit_id)
where grain = 'all' and course_id = 0
