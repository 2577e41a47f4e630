-- The screen of question scores goes by the name and the address the specification gives it. A name an administrator has chosen stays.
update menu set path = '/bigdata/exam/examScoreStudentCourseQuestion',
  name = case name when '小题分' then '学生小题成绩' else name end
where code = 'exam_question_score' and path = '/bigdata/score/examScoreStudentCourseQuestion';
