-- Q06: two marks of one student for one question.
select m.row_id, '#' || m.column_no as target, '考号 ' || m.student_number || ' 第 ' || m.question_no || ' 题重复，共 ' || d.n || ' 条' as text
from mark m join twice d using (student_number, course_id, question_no)
where m.student_number <> ''
