-- The exam's list of students as it is stored.
create table roster as
select cast(id as bigint) as id, student_number, student_name, school_code, school_name, class_code, exam_class, student_code,
  area_code, area_name, exam_grade, take_courses, coalesce(arts_science, '') as arts_science,
  coalesce(course_combination, '') as course_combination,
  hash(take_courses, coalesce(arts_science, ''), coalesce(course_combination, '')) as choice_id
from raw_roster;
