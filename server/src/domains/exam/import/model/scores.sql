-- mark: one narrow row per mark that will be stored; texts and names are looked up when a rule has something to say.
create table part as
select m.row_id, m.course_id, m.part, m.has_whole, m.column_no, w.score10, w.score_status, w.word_id
from mark_cell m join score_word w using (text) semi join entry e using (row_id)
where m.part <> 'score';

create table mark as
with whole as (
  select m.row_id, m.course_id, cast(m.column_no as smallint) as column_no, w.word_id, w.score_status, w.score10, w.is_odd_step, w.is_blank
  from mark_cell m join score_word w using (text) where m.part = 'score'
  union all
  -- a course that has only its parts: their sum, unless one of them says why there is no mark (作弊, 违纪, 缓考, 免考)
  select row_id, course_id, column_no, word_id,
    coalesce(void, case when sum10 > 0 then 0 when sum10 = 0 then 2 else least_status end)::tinyint,
    case when void is null then sum10 end, void is null and coalesce(sum10 % 5 <> 0, false), void is null and sum10 is null
  from (
    select row_id, course_id, min(column_no)::smallint as column_no, sum(score10)::integer as sum10, min(score_status) as least_status,
      max(score_status) filter (score_status between 3 and 6) as void,
      max_by(word_id, score_status) filter (score_status between 3 and 6) as word_id
    from part
    where not has_whole
    group by row_id, course_id
  )
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
