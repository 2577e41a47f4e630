-- one row per line, course and class: who reached the total's line, the course's and both, and who stands next to it
with paper as (
  {{line_papers}}
),
drawn as (
  select score_line.*, whole.line10 as total_line10
  from score_line
  join score_line as whole using (line_no)
  where whole.course_id = 0
)
select line_no, course_id, class_id,
       count(score10)::int as student_num,
       count(*) filter (where status not in (5, 6))::int as due_num,
       count(*) filter (where total10 >= total_line10)::int as online_num,
       count(*) filter (where score10 >= line10)::int as single_num,
       count(*) filter (where score10 >= line10 and total10 >= total_line10)::int as double_num,
       count(*) filter (where score10 >= critical_low10 and score10 < line10)::int as below_num,
       count(*) filter (where score10 >= line10 and score10 < critical_high10)::int as above_num
from paper
join drawn using (course_id)
where drawn.arts_science in (0, paper.arts_science)
group by all
