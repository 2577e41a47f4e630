-- T01: a class the rows speak of has students who sit a course, and afterwards nobody teaches it. Told where the name should stand.
with named as (
  select class_code, min(row_id) as row_id, any_value(school_name || exam_class) as class_name,
    any_value(file_no) as file_no, any_value(sheet_no) as sheet_no
  from entry where class_code is not null group by class_code
), sat as (
  select distinct n.*, c.course_id, c.course_name
  from named n join roster r on r.class_code = n.class_code join choice c on c.choice_id = r.choice_id and c.is_taken
), taught as (
  select class_code, course_name from teaching
  union
  select class_code, course_name from raw_teacher
)
select coalesce(b.row_id, s.row_id) as row_id, coalesce(b.target, '#-1') as target,
  s.class_name || '的' || s.course_name || '没有任课教师' as text
from sat s
left join (select e.class_code, t.course_name, min(t.row_id) as row_id, min_by(t.target, t.row_id) as target
    from teacher_cell t join entry e using (row_id) group by all) b using (class_code, course_name)
where not exists (select 1 from taught t where t.class_code = s.class_code and t.course_name = s.course_name)
