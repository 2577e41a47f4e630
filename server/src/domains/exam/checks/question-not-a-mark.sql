-- Q07: neither marks nor an answer.
select c.row_id, '#' || c.column_no as target,
  case when w.is_odd_step then '「' || c.text || '」最多一位小数'
    when q.is_objective then '「' || c.text || '」不是得分或选项' else '「' || c.text || '」不是得分' end as text
from mark_cell c join mark_word w using (question_id, text) join question q using (question_id)
where w.is_unread or w.is_odd_step
