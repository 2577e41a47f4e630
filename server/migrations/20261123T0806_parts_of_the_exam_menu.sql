-- The screens of exams stood in one list of two dozen: scores and the holding of exams are groups of their own. What an
-- administrator has put elsewhere stays there. A new database has no menu yet and gets it parted.
with exam as (
  select id, sort from menu where code = 'exam' and is_deleted = 0
),
made as (
  insert into menu (id, parent_id, name, code, alias, path, source, sort, category, action, is_open)
  select (select max(id) from menu) + part.no, 0, part.name, part.code, 'menu', part.path, part.icon, exam.sort + part.after, 1, 0, 1
  from exam, (values
    (1, 0, 'score', '成绩管理', '/bigdata/score', 'FundOutlined'),
    (2, 2, 'exam_office', '考务管理', '/bigdata/task', 'ScheduleOutlined')
  ) part (no, after, code, name, path, icon)
  where not exists (select 1 from menu m where m.code = part.code)
  returning id, code
)
update menu m set parent_id = made.id
from made, exam
where m.parent_id = exam.id and made.code = case
  when m.code in ('exam_score_student', 'exam_score_student_course', 'exam_question_score', 'exam_score_correction',
    'exam_correction_audit', 'exam_score_line', 'exam_line_target', 'exam_score_level', 'exam_score_high_exam',
    'exam_high_exam_before_n') then 'score'
  when m.code in ('exam_task', 'exam_task_progress', 'exam_task_student', 'exam_task_teacher') then 'exam_office' end;
