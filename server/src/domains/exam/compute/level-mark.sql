-- one row per course by levels and raw mark that occurs: how many of those who count have it, and it or more
with paper as (
  {{level_papers}}
),
taken as (
  select course_id, score10, count(*) filter (where is_counted) as num
  from paper
  group by all
),
valid as (
  select taken.*
  from taken
  join level_param on level_param.course_id = taken.course_id and grade_no = 1
  where score10 > 0 or zero_score = 'keep'
)
select course_id, score10, num::bigint as num,
       (sum(num) over (partition by course_id order by score10 desc))::bigint as reached,
       (sum(num) over (partition by course_id))::bigint as whole_num
from valid
