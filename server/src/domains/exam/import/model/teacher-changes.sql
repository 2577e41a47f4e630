-- What the rows say of a class and course takes the place of what is stored of it; of others nothing is said.
create table stored as
select cast(t.id as bigint) as id, t.class_code, t.course_name, t.teacher_name, t.teacher_code, cast(t.is_class_leader as integer) as is_class_leader,
  t.area_code, t.area_name, t.school_code, t.school_name, t.exam_class, cast(t.row_no as integer) as row_no
from raw_teacher t;

-- First everyone finds himself; a sheet without numbers means the one of that name.
create table same as
select f.row_id, f.course_name, f.class_code, f.teacher_name, s.id
from (select *, row_number() over (partition by class_code, course_name, teacher_name order by teacher_code, row_id) as nth from teaching) f
join (select *, row_number() over (partition by class_code, course_name, teacher_name order by teacher_code, id) as nth from stored) s
  using (class_code, course_name, teacher_name, nth);

-- Then the others take the places of those who left, in order; who is left over is gone.
create table draft as
with fresh as (
  select t.*, row_number() over (partition by t.class_code, t.course_name order by t.row_id, t.teacher_name) as nth
  from teaching t anti join same using (class_code, course_name, teacher_name)
), left_over as (
  select s.*, row_number() over (partition by s.class_code, s.course_name order by s.id) as nth
  from stored s
  semi join teaching using (class_code, course_name)
  anti join same using (id)
), paired as (
  select t.*, s.id as stored_id from teaching t join same s using (class_code, course_name, teacher_name, row_id)
  union all by name
  select f.* exclude (nth), l.id as stored_id from fresh f left join left_over l using (class_code, course_name, nth)
), merged as (
  select p.stored_id as id, p.row_id, p.row_no, p.area_code, p.area_name, p.school_code, p.school_name, g.exam_grade, p.class_code, p.exam_class,
    p.course_name, p.teacher_name,
    coalesce(p.teacher_code, case when o.teacher_name = p.teacher_name then o.teacher_code end) as teacher_code,
    coalesce(p.is_class_leader, case when o.teacher_name = p.teacher_name then o.is_class_leader end, 0) as is_class_leader,
    0 as is_deleted, o as stored
  from paired p cross join grade g left join stored o on o.id = p.stored_id
)
select * exclude (stored),
  case when id is null then 'fresh'
    when (area_code, school_code, exam_class, teacher_name, coalesce(teacher_code, ''), is_class_leader)
      is distinct from (stored.area_code, stored.school_code, stored.exam_class, stored.teacher_name, coalesce(stored.teacher_code, ''),
        coalesce(stored.is_class_leader, 0))
    then 'changed' else 'unchanged' end as kind
from merged
union all by name
select l.* exclude (nth), g.exam_grade, 1 as is_deleted, 'changed' as kind,
  (select min(t.row_id) from teaching t where t.class_code = l.class_code and t.course_name = l.course_name) as row_id
from left_over l cross join grade g
where not exists (select 1 from paired p where p.stored_id = l.id);
