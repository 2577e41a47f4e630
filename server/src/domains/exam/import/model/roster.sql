-- The exam's list of students as it is stored; a choice is what decides which courses a student sits. Rules compare millions of marks,
-- so what they compare by is a number: `place` in the order of exam numbers, `group_no` of the class.
create table roster as
select cast(id as bigint) as id, student_number, student_name, school_code, school_name, class_code, exam_class, student_code,
  area_code, area_name, exam_grade,
  cast(dense_rank() over (order by take_courses, coalesce(arts_science, ''), coalesce(course_combination, '')) as integer) as choice_id,
  take_courses, coalesce(arts_science, '') as arts_science, coalesce(course_combination, '') as course_combination,
  cast(row_number() over (order by student_number) as integer) as place,
  cast(dense_rank() over (order by school_name, exam_class, class_code) as integer) as group_no
from raw_roster;
drop table raw_roster;

create table choice as
select c.choice_id, k.course_id, k.course_name,
  case when c.take_courses is null then takes(e.exam_mode, c.arts_science, c.course_combination, k.course_name)
    else list_contains(from_json(c.take_courses, '["VARCHAR"]'), k.course_name) end as is_taken
from (select choice_id, any_value(take_courses) as take_courses, any_value(arts_science) as arts_science,
    any_value(course_combination) as course_combination from roster group by choice_id) c
cross join course k cross join exam e;
