-- T02: the register has teachers of the school and not this one: a number it does not know or knows under another name, or a name.
with known as (
  select code_of(teacher_code) as teacher_code, person(teacher_name) as teacher_name, school_code from raw_basic_teacher
)
select t.row_id, case when t.teacher_code is null then t.target else 'teacherCode' end as target,
  case when t.teacher_code is null then '教师「' || t.teacher_name || '」不在本校的教师库'
    when k.teacher_code is null then '教师编号「' || t.teacher_code || '」不在教师库'
    else '教师库中编号「' || t.teacher_code || '」的姓名是「' || k.teacher_name || '」' end as text
from teaching t left join known k on k.teacher_code = code_of(t.teacher_code)
where t.school_code in (select school_code from known)
  and case when t.teacher_code is null
    then not exists (select 1 from known n where n.school_code = t.school_code and n.teacher_name = person(t.teacher_name))
    else k.teacher_name is distinct from person(t.teacher_name) end
