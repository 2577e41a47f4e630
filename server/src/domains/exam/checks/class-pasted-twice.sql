-- C10: two classes whose marks in a course are the same, student for student.
with vector as (
  select min(s.row_id) as row_id, any_value(s.target) as target, s.course_name, r.school_name, r.exam_class,
    string_agg(coalesce(cast(s.score10 as varchar), 'x'), ',' order by s.student_number) as marks
  from score s join roster r on r.id = s.roster_id
  group by s.course_name, r.school_name, r.exam_class, r.class_code
  having count(*) >= 10 and count(distinct s.score10) >= 5
)
select row_id, target, exam_class || '的' || course_name || '成绩与同科另一班完全相同' as text
from (select *, count(*) over (partition by course_name, marks) as n from vector) where n > 1
