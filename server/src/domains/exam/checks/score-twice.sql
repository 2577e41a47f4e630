-- C12: two marks for one student in one course.
with twice as (
  select roster_id, course_id, count(*) as n from mark where roster_id is not null group by all having count(*) > 1
)
select s.row_id, s.target, s.course_name || '成绩重复，共 ' || t.n || ' 条' as text
from score s join twice t using (roster_id, course_id)
