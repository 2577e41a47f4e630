-- student_sum: what the questions of a student add up to in a course; of a choice only the best so many count.
create table student_sum as
with worth as (
  select m.student_number, m.course_id, m.paper_code, m.score10, q.top, q.leaf_group, q.leaf_num, q.top_group, q.top_num
  from merged m join question q on q.course_id = m.course_id and q.paper_code = m.paper_code and q.question_no = m.question_no
), leaf as (
  select *, row_number() over (partition by student_number, course_id, top, leaf_group order by score10 desc nulls last) as nth
  from worth where leaf_group is not null or top_group is not null
), top as (
  select student_number, course_id, top_group, any_value(top_num) as top_num, sum(score10) as score10
  from leaf where leaf_group is null or nth <= leaf_num group by student_number, course_id, top_group, top
), chosen as (
  select *, row_number() over (partition by student_number, course_id, top_group order by score10 desc nulls last) as nth from top
), counted as (
  select student_number, course_id, score10 from chosen where top_group is null or nth <= top_num
  union all
  select student_number, course_id, score10 from worth where leaf_group is null and top_group is null
), total as (
  select student_number, course_id, sum(score10)::integer as total10 from counted group by all
), held as (
  select student_number, course_id, min(paper_code) as paper_code, count(distinct paper_code) as papers, count(distinct question_no) as num
  from merged group by all
), expected as (
  select course_id, paper_code, count(*) as num from question group by all
)
select e.row_id, t.student_number, t.course_id, h.paper_code, h.papers, h.num, x.num as expected, t.total10
from total t
join held h using (student_number, course_id)
join expected x using (course_id, paper_code)
join (select student_number, course_id, min(row_id) as row_id from entry group by all) e using (student_number, course_id);
