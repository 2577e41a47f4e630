-- One row per student: the stored id if there is one, where the student is, and whether that is new.
create table draft as
select cast(o.id as bigint) as id, e.row_id, e.row_no, e.student_number,
  e.area_code, e.area_name, e.school_code, e.school_name, g.exam_grade, e.class_code, e.exam_class,
  case when o.id is null then 'fresh'
    when (e.area_code, e.school_code, e.class_code, e.exam_class)
      is distinct from (o.area_code, o.school_code, o.class_code, o.exam_class)
    then 'changed' else 'unchanged' end as kind
from entry e cross join grade g left join raw_roster o on o.student_number = e.student_number;
