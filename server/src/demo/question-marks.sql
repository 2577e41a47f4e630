-- question_mark: every mark of a course spread over its questions, so that they add up to it. Objective questions are right
-- or wrong, the easier ones right more often; what is left goes to the others by their marks. The same input gives the same rows.
create table question_mark as
with total as (
  select course_id, sum(full10) as full10, sum(full10) filter (is_objective = 1) as objective10,
    coalesce(sum(full10) filter (is_objective = 0), 0) as other10
  from question group by course_id
), cell as (
  select m.sid, m.course_id, m.score10 as mark10, q.paper_code, q.question_no, q.full10, q.is_objective = 1 as is_objective, q.answer,
    t.other10, t.objective10,
    (hash(m.sid * 1000 + q.sort, m.course_id) % 10000) / 10000.0 - q.preset_p as place,
    -- as many objective marks as the whole is worth, and no fewer than the others cannot hold
    least(m.score10, t.objective10, greatest(m.score10 * t.objective10 / t.full10, m.score10 - t.other10 + 80)) as aim10
  from mark m join question q using (course_id) join total t using (course_id)
), run as (
  select *, sum(full10) over (partition by sid, course_id, is_objective order by place, question_no rows unbounded preceding) as run10
  from cell
), objective as (
  select *, case when is_objective and (run10 <= aim10 or aim10 = objective10) then full10 when is_objective then 0 end as got10 from run
), rest as (
  select *, mark10 - coalesce(sum(got10) over (partition by sid, course_id), 0) as rest10 from objective
), share as (
  select *, case when not is_objective then least(full10, floor(rest10 * full10 / other10 / 10) * 10) end as part10 from rest
), held as (
  select *, rest10 - sum(part10) over (partition by sid, course_id) as over10,
    coalesce(sum(full10 - part10) over (partition by sid, course_id, is_objective order by place, question_no
      rows between unbounded preceding and 1 preceding), 0) as room10
  from share
)
select cast(sid as integer) as sid, cast(course_id as smallint) as course_id, paper_code,
  cast(question_no as varchar) as question_no,
  cast(case when is_objective then got10 else part10 + least(full10 - part10, greatest(0, over10 - room10)) end as smallint) as score10,
  -- a wrong answer is one letter that is not in the key
  case when is_objective and answer is not null then
    case when got10 = full10 then answer
      else list_filter(['A', 'B', 'C', 'D'], lambda x: not contains(answer, x))[1 + cast((place + 2) * 7919 as integer) % (4 - len(answer))] end end as answer
from held;

-- question_part: what the objective and the other questions of a mark add up to, in marks.
create view question_part as
select sid, course_id, sum(if(is_objective = 1, score10, 0))::integer / 10 as objective,
  sum(if(is_objective = 1, 0, score10))::integer / 10 as subjective
from question_mark join (select course_id, paper_code, question_no::varchar as question_no, is_objective from question)
  using (course_id, paper_code, question_no)
group by all;
