-- Q03: a question the paper does not have; of a column it is said at its first row.
select min(e.row_id) as row_id, '#' || c.column_no as target, p.course_name || '试卷没有题号「' || c.question_no || '」' as text
from question_column c
join sheet_paper p using (file_no, sheet_no)
join entry e using (file_no, sheet_no)
where not exists (select 1 from question q where q.course_name = p.course_name and q.question_no = c.question_no)
group by c.file_no, c.sheet_no, c.column_no, c.question_no, p.course_name
union all
select e.row_id, 'questionNo', p.course_name || '试卷没有题号「' || e.question_text || '」'
from entry e join sheet_paper p using (file_no, sheet_no)
where e.question_text is not null
  and not exists (select 1 from question q where q.course_id = e.course_id and q.paper_code = e.paper_code and q.word = question_word(e.question_text))
