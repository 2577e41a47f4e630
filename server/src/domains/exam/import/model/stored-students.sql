-- The stored list of the exam in the shape of fresh rows, so that the same rules judge both; row_id is the id.
create table entry as
select cast(r.id as bigint) as row_id, r.student_number, r.school_name as school_text, r.school_code as school_code_text,
  s.school_code, coalesce(s.school_name, r.school_name) as school_name, s.area_code, s.area_name, '' as area_text,
  coalesce(s.is_in_exam, false) as is_in_exam, true as is_in_scope, k.class_code, r.exam_class as class_text
from raw_roster r
left join school s on s.school_code = r.school_code
left join (select distinct school_code, class_code from klass) k on k.school_code = r.school_code and k.class_code = r.class_code;

create table student as
select cast(id as bigint) as row_id, student_number, coalesce(student_code, '') as student_code, student_name, school_code, class_code,
  coalesce(class_code, exam_class) as class_key, exam_class as class_text, coalesce(course_combination, '') as course_combination,
  coalesce(arts_science, '') as arts_science
from raw_roster;
