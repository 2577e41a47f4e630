-- C12: two marks for one student in one course.
select row_id, target, course_name || '成绩重复，共 ' || n || ' 条' as text
from (
  select row_id, target, course_name, count(*) over (partition by student_number, course_id) as n
  from score
  -- who has but one row cannot have two marks
  where student_number in (select student_number from entry where student_number <> '' group by student_number having count(*) > 1)
)
where n > 1
