-- mark: one narrow row per mark that will be stored; texts and names are looked up when a rule has something to say.
create table part as
select m.row_id, m.course_id, m.part, m.has_whole, m.column_no, w.score10, w.score_status
from mark_cell m join score_word w using (text) semi join entry e using (row_id)
where m.part <> 'score';

create table mark as
with whole as (
  select m.row_id, m.course_id, cast(m.column_no as smallint) as column_no, w.word_id, w.score_status, w.score10, w.is_odd_step, w.is_blank
  from mark_cell m join score_word w using (text) where m.part = 'score'
  union all
  -- a course that has only its parts
  select p.row_id, p.course_id, min(p.column_no)::smallint, null,
    case when sum(p.score10) > 0 then 0 when sum(p.score10) = 0 then 2 else min(p.score_status) end::tinyint, sum(p.score10)::integer,
    false, sum(p.score10) is null
  from part p
  where not p.has_whole
  group by p.row_id, p.course_id
)
select m.row_id, m.course_id, m.column_no, m.word_id, m.score_status, m.score10, m.is_odd_step, coalesce(c.is_taken, true) as is_taken,
  e.roster_id
from whole m
join entry e using (row_id)
left join choice c on c.choice_id = e.choice_id and c.course_id = m.course_id
where not (m.is_blank and not coalesce(c.is_taken, true));

create view score as
select m.row_id, m.course_id, k.course_name, coalesce(w.text, mark_text(m.score10), '') as score_text,
  '#' || m.column_no as target, m.score_status, m.score10, m.is_odd_step, m.is_taken, e.student_number, m.roster_id
from mark m
join entry e using (row_id)
join course k using (course_id)
left join score_word w using (word_id);
