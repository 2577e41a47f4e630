-- teaching: one row per stored class, course and teacher.
create table teaching as
select cast(id as bigint) as row_id, 'teacherName' as target, teacher_name, nullif(teacher_code, '') as teacher_code,
  school_code, exam_class
from raw_teacher;
