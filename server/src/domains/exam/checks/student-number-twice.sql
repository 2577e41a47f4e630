-- S01: one exam number for two rows.
select row_id, 'studentNumber' as target, '考号 ' || student_number || ' 重复，共 ' || n || ' 行' as text
from (select row_id, student_number, count(*) over (partition by student_number) as n from student where student_number <> '')
where n > 1
