-- S11: two students of one name in one class, of whom someone has said that they are different people.
select row_id, 'studentName' as target, '同班有 ' || n || ' 名「' || student_name || '」，已确认是不同的学生：' || reason as text
from same_name where reason is not null
