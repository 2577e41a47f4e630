-- one row per course, scope (all, area, school), unit and score that occurs: how many have it, its rank (1, 1, 3), how many are below
with area_score as (
  select course_id, area_id, score10, sum(num)::int as num
  from school_score
  group by all
),
unit_score as (
  select course_id, 'all' as scope, 0 as unit_id, score10, sum(num)::int as num from area_score group by course_id, score10
  union all
  select course_id, 'area', area_id, score10, num from area_score
  union all
  select course_id, 'school', school_id, score10, num from school_score
),
counted as (
  select *,
         sum(num) over best_first as from_top,
         sum(num) over unit as unit_num
  from unit_score
  window unit as (partition by course_id, scope, unit_id),
         best_first as (unit order by score10 desc)
)
select course_id, scope, unit_id, score10, num,
       (from_top - num + 1)::int as rank,
       (unit_num - from_top)::int as below
from counted
order by scope, course_id, unit_id, score10 desc
