-- C06: on the list, the course chosen, and no mark.
select r.id as row_id, c.course_name as target, c.course_name || '没有成绩，归档时记为缺考' as text
from roster r join choice c on c.choice_id = r.choice_id and c.is_taken
where c.course_id in (select course_id from mark)
  and not exists (select 1 from mark m where m.roster_id = r.id and m.course_id = c.course_id)
