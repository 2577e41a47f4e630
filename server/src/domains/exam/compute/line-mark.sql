-- one row per course, stream (0 everyone, 1 历史类, 2 物理类) and score that occurs: how many have it, and it or more
with taken as (
  {{line_marks}}
),
streamed as (
  select course_id, 0 as stream, score10, sum(num) as num from taken group by all
  union all
  select course_id, arts_science, score10, num from taken where arts_science in (1, 2)
)
select course_id, stream, score10, num::bigint as num,
       (sum(num) over (unit order by score10 desc))::bigint as reached,
       (sum(num) over unit)::bigint as whole_num
from streamed
window unit as (partition by course_id, stream)
