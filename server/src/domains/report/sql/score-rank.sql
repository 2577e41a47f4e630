-- 成绩排名: one row per unit of the grain with its total; cells: one per course.
with place as (
  select unit_id, count(*) over () as rows_total,
    row_number() over (
      order by case when $order = 'bureau' then null when $order = 'avg' then avg_rank else composite_rank end nulls last,
        {{order}}
    ) as row_no
  from read_parquet($package || '/quota.parquet')
  where grain = '{{grain}}' and course_id = 0 and {{in_scope}}
),
page as (
  select * from place where row_no > $skip and row_no <= $skip + $size
),
cell as (
  select unit_id, {{course_cells}} as cells
  from read_parquet($package || '/quota.parquet')
  where grain = '{{grain}}' and course_id > 0 and unit_id in (select unit_id from page)
  group by unit_id
)
-- rows
select composite_rank, rank_prev, rank_prev - composite_rank as rank_change, {{columns}},
  plan_num, student_num, absent_num,
  score_mean(sum10, student_num) as avg_score, avg_rank, marks(max10) as max_score, {{rank_in_school}}
  half_up(composite, 2) as composite_score, cells, rows_total
from page
join read_parquet($package || '/quota.parquet') quota using (unit_id)
left join (select unit_id, rank_prev from read_parquet($package || '/unit.parquet') where grain = '{{grain}}') before
  using (unit_id)
left join cell using (unit_id)
where grain = '{{grain}}' and course_id = 0
order by row_no
-- totals
, above as (
  select grain, unit_id, {{course_cells}} as cells
  from read_parquet($package || '/quota.parquet')
  where course_id > 0 and ({{in_totals}})
  group by all
)
select grain as unit_grain, {{totals_columns}}, plan_num, student_num, absent_num,
  score_mean(sum10, student_num) as avg_score, marks(max10) as max_score,
  half_up(composite, 2) as composite_score, cells
from read_parquet($package || '/quota.parquet') left join above using (grain, unit_id)
where course_id = 0 and ({{in_totals}})
order by {{totals_order}}
