-- Q05: columns of another paper of the course, or a student who has marks of two.
select min(e.row_id) as row_id, '#' || c.column_no as target,
  '题号「' || c.question_no || '」属于 ' || any_value(q.paper_code) || ' 卷，而此表是 ' || any_value(p.paper_code) || ' 卷' as text
from question_column c
join sheet_paper p using (file_no, sheet_no)
join entry e using (file_no, sheet_no)
join question q on q.course_name = p.course_name and q.question_no = c.question_no
where not exists (select 1 from question o where o.course_name = p.course_name and o.paper_code = p.paper_code and o.question_no = c.question_no)
group by c.file_no, c.sheet_no, c.column_no, c.question_no
union all
select row_id, 'studentNumber', '考生 ' || student_number || ' 有两份试卷的小题分' from student_sum where papers > 1
