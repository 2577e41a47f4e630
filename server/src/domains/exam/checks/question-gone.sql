-- Q03: a staged mark of a question the paper does not have any more.
select min(row_id) as row_id, 'questionNo' as target, '试卷没有题号「' || question_no || '」' as text
from mark where question_id is null group by course_id, paper_code, question_no
