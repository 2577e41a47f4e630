-- T01: a class has students who sit a course and nobody who teaches it.
select min(r.id) as row_id, c.course_name as target,
  any_value(r.school_name) || any_value(r.exam_class) || '的' || c.course_name || '没有任课教师' as text
from roster r join choice c on c.choice_id = r.choice_id and c.is_taken
where r.class_code is not null
  and not exists (select 1 from raw_teacher t where t.class_code = r.class_code and t.course_name = c.course_name)
group by r.class_code, c.course_id, c.course_name
order by r.class_code, c.course_id
