-- one row per course; course_id 0 is the total, whose full mark is the one most students could reach
select 0::smallint as course_id, $totalCourse as course_name, coalesce(max(full10), 0)::int as full10,
       0::tinyint as is_in_total, 0 as sort
from (
  select full10
  from (select {{full_total}} as full10 from wide where full0 is not null)
  group by full10
  order by count(*) desc, full10 desc
  limit 1
)
union all
select course_id, course_name, full10, is_in_total, sort
from exam_course
order by course_id
