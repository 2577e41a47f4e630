-- One row per student: the stored id if there is one, the values as they will be stored, and whether that is new.
create table change as
with merged as (
  select cast(o.id as bigint) as id, e.row_id, e.row_no, e.student_number,
    coalesce(e.student_code, o.student_code, '') as student_code, e.student_name,
    e.area_code, e.area_name, e.school_code, e.school_name, g.exam_grade, e.class_code, e.exam_class,
    coalesce(e.gender, o.gender, '') as gender,
    coalesce(e.student_no, o.student_no, '') as student_no,
    coalesce(e.student_type, o.student_type, '') as student_type,
    coalesce(e.arts_science, o.arts_science, '') as arts_science,
    coalesce(e.course_combination, o.course_combination, '') as course_combination,
    coalesce(e.exam_room_no, o.exam_room_no, '') as exam_room_no,
    coalesce(e.seat_text, o.exam_room_seat_num, '') as exam_room_seat_num,
    cast(coalesce(cast(e.is_count as varchar), o.is_count, '1') as varchar) as is_count,
    o as stored
  from entry e cross join grade g left join raw_roster o on o.student_number = e.student_number
)
select * exclude (stored),
  case when id is null then 'fresh'
    when (student_code, student_name, area_code, school_code, class_code, exam_class, gender, student_no, student_type,
        arts_science, course_combination, exam_room_no, exam_room_seat_num, is_count)
      is distinct from (coalesce(stored.student_code, ''), stored.student_name, stored.area_code, stored.school_code,
        stored.class_code, stored.exam_class, coalesce(stored.gender, ''), coalesce(stored.student_no, ''),
        coalesce(stored.student_type, ''), coalesce(stored.arts_science, ''), coalesce(stored.course_combination, ''),
        coalesce(stored.exam_room_no, ''), coalesce(stored.exam_room_seat_num, ''), coalesce(stored.is_count, '1'))
    then 'changed' else 'unchanged' end as kind
from merged;
