-- Rows that come in by workbook by the thousand are asked for at once: candidates of a task are taken from the register
-- that was imported a moment ago. Servers before version 17 know no such right and learn of the rows in their own time.
do $$
begin
  if current_setting('server_version_num')::int >= 170000 then
    grant maintain on basic_school, basic_student, basic_teacher, basic_teacher_course, school_classes to exam_app;
  end if;
end
$$;
