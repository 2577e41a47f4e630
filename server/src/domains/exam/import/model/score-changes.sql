-- One row per mark: the stored id if there is one, and whether what will be stored is new.
create table stored as
select cast(s.id as bigint) as id, r.id as roster_id, k.course_id, coalesce(s.score_text, '') as score_text,
  cast(round(try_cast(s.score as decimal(9, 1)) * 10) as integer) as score10,
  cast(round(try_cast(s.objective_score as decimal(9, 1)) * 10) as integer) as objective10,
  cast(round(try_cast(s.subjective_score as decimal(9, 1)) * 10) as integer) as subjective10,
  cast(s.score_status as tinyint) as score_status,
  (r.school_code, r.class_code, r.student_name) is distinct from (s.school_code, s.class_code, s.student_name) as is_moved
from raw_score s join roster r using (student_number) join course k using (course_name);

-- A sheet without columns for the parts of a course leaves the parts that are stored, as long as they explain the same mark.
create view draft as
with parts as (
  select row_id, course_id, max(score10) filter (part = 'objective') as objective10, max(score10) filter (part = 'subjective') as subjective10
  from part group by all
), held as (
  select o.id, s.row_id, s.course_id, e.roster_id, coalesce(w.text, mark_text(s.score10), '') as score_text, s.score_status,
    case when s.score_status in (0, 2) then s.score10 end as score10,
    case when s.score_status in (0, 1, 2) then p.objective10 end as objective10,
    case when s.score_status in (0, 1, 2) then p.subjective10 end as subjective10,
    o.is_moved, o.score_text as old_text, o.score_status as old_status, o.score10 as old10, o.objective10 as old_objective10,
    o.subjective10 as old_subjective10, p.row_id is null and s.score10 = o.score10 as is_kept
  from mark s
  join entry e using (row_id)
  left join score_word w using (word_id)
  left join stored o on o.roster_id = e.roster_id and o.course_id = s.course_id
  left join parts p on p.row_id = s.row_id and p.course_id = s.course_id
), meant as (
  select * replace (case when is_kept then old_objective10 else objective10 end as objective10,
    case when is_kept then old_subjective10 else subjective10 end as subjective10)
  from held
)
select id, row_id, course_id, roster_id, score_text, score_status, score10, objective10, subjective10,
  case when id is null then 'fresh'
    when is_moved or (score_text, score_status, score10, objective10, subjective10)
      is distinct from (old_text, old_status, old10, old_objective10, old_subjective10)
    then 'changed' else 'unchanged' end as kind
from meant;
