-- C12: two marks for one student in one course.
select row_id, target, course_name || '成绩重复，共 ' || n || ' 条' as text
from (select row_id, target, course_name, count(*) over (partition by student_number, course_id) as n from score where student_number <> '')
where n > 1
