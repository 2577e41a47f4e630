-- one row per course, combination and score that occurs among its counted students: how many have it, its rank (1, 1, 3)
with combined as (
  select *, {{combination_name}} as combination_name
  from student
  where is_counted
),
counted as (
  {{combination_scores}}
)
select course_id, combination_name, score10, num,
       (sum(num) over (partition by course_id, combination_name order by score10 desc) - num + 1)::int as rank
from counted
