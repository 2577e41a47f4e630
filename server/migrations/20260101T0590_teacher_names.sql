-- Sheets of schools name teachers without their number: two of them may share a class and a course.
drop index exam_teacher_course_import_uk1;
create unique index exam_teacher_course_import_uk1 on exam_teacher_course_import
  (tenant_id, exam_id, coalesce(class_code, ''), course_name, coalesce(teacher_code, ''), teacher_name) where is_deleted = 0;
