-- S05: two students of one name in different classes of a school.
select row_id, 'studentName' as target, '同校有 ' || n || ' 名「' || student_name || '」' as text
from (
  select row_id, student_name,
    count(*) over (partition by school_code, student_name) as n,
    count(*) over (partition by school_code, class_key, student_name) as in_class
  from student where school_code is not null and student_name <> ''
)
where n > in_class
