-- One row per mark: the stored id if there is one, and whether what will be stored is new.
create table change as
with stored as (
  select cast(id as bigint) as id, student_number, course_name, coalesce(score_text, '') as score_text,
    cast(round(try_cast(score as decimal(9, 1)) * 10) as bigint) as score10,
    cast(round(try_cast(objective_score as decimal(9, 1)) * 10) as bigint) as objective10,
    cast(round(try_cast(subjective_score as decimal(9, 1)) * 10) as bigint) as subjective10,
    cast(score_status as integer) as score_status, school_code, class_code, student_name
  from raw_score
), parts as (
  select row_id, course_name, max(score10) filter (part = 'objective') as objective10, max(score10) filter (part = 'subjective') as subjective10
  from part group by all
)
select o.id, s.row_id, s.course_name, s.student_number, s.score_text, s.score_status, s.roster_id,
  case when s.score_status in (0, 2) then s.score10 end as score10, p.objective10, p.subjective10,
  case when o.id is null then 'fresh'
    when (s.score_text, s.score_status, case when s.score_status in (0, 2) then s.score10 end, p.objective10, p.subjective10)
      is distinct from (o.score_text, o.score_status, o.score10, o.objective10, o.subjective10)
      or (r.school_code, r.class_code, r.student_name) is distinct from (o.school_code, o.class_code, o.student_name)
    then 'changed' else 'unchanged' end as kind
from score s
left join roster r on r.id = s.roster_id
left join stored o on o.student_number = s.student_number and o.course_name = s.course_name
left join parts p on p.row_id = s.row_id and p.course_name = s.course_name;
