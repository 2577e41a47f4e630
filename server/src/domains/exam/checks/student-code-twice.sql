-- S02: one national student code for two students of the exam.
select row_id, 'studentCode' as target, '学籍号重复，共 ' || n || ' 人' as text
from (select row_id, count(*) over (partition by student_code) as n from student where student_code <> '')
where n > 1
