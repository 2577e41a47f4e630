-- S06: two students of one name in one class.
select row_id, 'studentName' as target, '同班有 ' || n || ' 名「' || student_name || '」' as text
from same_name where reason is null
