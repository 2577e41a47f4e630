-- gone: stored marks of the courses and classes the sheets speak of whose student has none in them.
create table gone as
with marked as (
  select distinct e.roster_id, m.course_id from mark m join entry e using (row_id) cross join keep_only o where o.is_on and e.roster_id is not null
), spoken as (
  select distinct r.school_code, r.class_code, m.course_id from marked m join roster r on r.id = m.roster_id
)
select cast(s.id as bigint) as id, r.student_number, r.student_name, coalesce(r.school_name, r.school_code) as school_name,
  coalesce(r.exam_class, '') as class_name, k.course_name, coalesce(s.score_text, '') as text
from raw_score s
join roster r on r.student_number = s.student_number
join course k using (course_name)
join spoken p on p.school_code = r.school_code and p.class_code is not distinct from r.class_code and p.course_id = k.course_id
cross join keep_only o
anti join marked m on m.roster_id = r.id and m.course_id = k.course_id
where o.is_on;
