-- gone: stored students of the classes the sheets speak of whom the sheets do not name; none where the batch only adds.
create table gone as
select cast(r.id as bigint) as id, r.student_number, r.student_name, coalesce(r.school_name, r.school_code) as school_name,
  coalesce(r.exam_class, '') as class_name, '' as course_name, '' as text
from raw_roster r
cross join keep_only o
where o.is_on
  and (r.school_code, r.class_code) in (select (school_code, class_code) from entry where class_code is not null)
  and r.student_number not in (select student_number from entry where student_number is not null);

delete from student where row_id is null and student_number in (select student_number from gone);
