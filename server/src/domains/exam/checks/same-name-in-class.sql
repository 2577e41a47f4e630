-- S06: two students of one name in one class.
select row_id, 'studentName' as target, '同班有 ' || n || ' 名「' || student_name || '」' as text
from (
  select row_id, student_name, count(*) over (partition by school_code, class_key, student_name) as n
  from student where school_code is not null and class_key <> '' and student_name <> ''
)
where n > 1
