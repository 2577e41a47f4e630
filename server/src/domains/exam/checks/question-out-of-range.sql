-- Q02: above the marks of the question, or below nothing.
select m.row_id, '#' || m.column_no as target,
  case when m.score10 < 0 then '第 ' || q.question_no || ' 题得分为负' else '超过第 ' || q.question_no || ' 题满分 ' || mark_text(q.full10) end as text
from mark m join question q using (question_id) where m.score10 < 0 or m.score10 > q.full10
