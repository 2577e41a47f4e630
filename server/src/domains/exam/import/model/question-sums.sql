-- student_sum: what the questions of a student add up to in a course; of a choice only the best so many count.
-- Rows are summed first, by their numbers: texts are compared once per row.
create table student_sum as
with row_sum as (
  select m.row_id, count(*) as num, min(m.paper_code) as first_paper, max(m.paper_code) as last_paper,
    count(q.question_id) as known, sum(m.score10) filter (q.leaf_group is null and q.top_group is null and q.question_id is not null) as plain10
  from merged m left join question q using (question_id) group by m.row_id
), held as (
  select e.student_number, e.course_id, min(e.row_id) as row_id, sum(r.num) as num, min(r.first_paper) as paper_code,
    1 + cast(min(r.first_paper) <> max(r.last_paper) as integer) as papers, sum(r.known) as known, sum(r.plain10) as plain10
  from row_sum r join entry e using (row_id) group by all
), extra as (
  select student_number, course_id, sum(n - 1) as num from twice group by all
), leaf as (
  select e.student_number, e.course_id, m.score10, q.top, q.leaf_group, q.leaf_num, q.top_group, q.top_num,
    row_number() over (partition by e.student_number, e.course_id, q.top, q.leaf_group order by m.score10 desc nulls last) as nth
  from merged m join question q using (question_id) join entry e using (row_id)
  where q.leaf_group is not null or q.top_group is not null
), top as (
  select student_number, course_id, top_group, any_value(top_num) as top_num, sum(score10) as score10
  from leaf where leaf_group is null or nth <= leaf_num group by student_number, course_id, top_group, top
), ordered as (
  select *, row_number() over (partition by student_number, course_id, top_group order by score10 desc nulls last) as nth from top
), chosen as (
  select student_number, course_id, sum(score10) as score10
  from ordered where top_group is null or nth <= top_num group by all
), expected as (
  select course_id, paper_code, count(*) as num from question group by all
)
select h.row_id, h.student_number, h.course_id, h.paper_code, h.papers, cast(h.num - coalesce(d.num, 0) as integer) as num, x.num as expected,
  cast(list_sum([h.plain10, c.score10]) as integer) as total10
from held h
join expected x using (course_id, paper_code)
left join extra d using (student_number, course_id)
left join chosen c using (student_number, course_id)
where h.known > 0;
