-- one row per course and class: who taught it, several in the order of their codes
select course_id, unit_id, string_agg(teacher_name, '、' order by teacher_code nulls last, teacher_name) as teacher_name,
       string_agg(teacher_code, '、' order by teacher_code, teacher_name) as teacher_code
from (
  select class_code, course_name, teacher_name, min(teacher_code) as teacher_code
  from taught
  group by all
)
join course using (course_name)
join (select class_code, unit_id from unit where grain = 'class') using (class_code)
group by course_id, unit_id
order by course_id, unit_id
