-- What a student sits: one row per kind of student and course.
create table choice as
select c.choice_id, k.course_id, k.course_name,
  case when c.take_courses is null then takes(e.exam_mode, c.arts_science, c.course_combination, k.course_name)
    else list_contains(from_json(c.take_courses, '["VARCHAR"]'), k.course_name) end as is_taken
from (select distinct choice_id, take_courses, arts_science, course_combination from roster) c
cross join course k cross join exam e;

create table part as
select m.row_id, m.course_name, m.part, w.score10, w.score_status, m.target
from mark_text_of m join score_word w using (text) where m.part <> 'score';

-- marks read from a column of their own, else put together from their parts
create table score as
with whole as (
  select m.row_id, m.course_name, m.text, m.target, w.score_status, w.score10, w.is_odd_step, w.is_blank
  from mark_text_of m join score_word w using (text) where m.part = 'score'
  union all
  select p.row_id, p.course_name, coalesce(mark_text(sum(p.score10)), ''), min(p.target),
    case when sum(p.score10) > 0 then 0 when sum(p.score10) = 0 then 2 else min(p.score_status) end, sum(p.score10)::bigint,
    false, sum(p.score10) is null
  from part p where (p.row_id, p.course_name) not in (select row_id, course_name from mark_text_of where part = 'score')
  group by p.row_id, p.course_name
)
select m.row_id, k.course_id, m.course_name, m.text as score_text, m.target, m.score_status, m.score10, m.is_odd_step,
  e.student_number, r.id as roster_id, coalesce(c.is_taken, true) as is_taken
from whole m
join entry e using (row_id)
join course k on k.course_name = m.course_name
left join roster r on r.student_number = e.student_number
left join choice c on c.choice_id = r.choice_id and c.course_id = k.course_id
where not (m.is_blank and not coalesce(c.is_taken, true));
