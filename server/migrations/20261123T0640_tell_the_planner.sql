-- Statements that follow a bulk write are planned with its rows in mind: the program may say that they are there. Servers
-- before version 17 know no such right and learn of the rows in their own time.
do $$
begin
  if current_setting('server_version_num')::int >= 170000 then
    grant maintain on exam_student_import, exam_score_student_course_import, exam_teacher_course_import,
      exam_score_student, exam_score_student_course to exam_app;
  end if;
end
$$;
