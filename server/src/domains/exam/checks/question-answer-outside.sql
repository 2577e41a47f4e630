-- Q04: letters that are no options of the question, or of a question without a key.
select c.row_id, '#' || c.column_no as target,
  case when q.answer_key is null then '第 ' || q.question_no || ' 题没有设置答案，不能按选项给分'
    when q.question_type = '3' then '第 ' || q.question_no || ' 题应为对或错'
    else '「' || w.answer || '」超出第 ' || q.question_no || ' 题的选项 A 到 ' || chr(64 + q.option_num) end as text
from mark_cell c join mark_word w using (question_id, text) join question q using (question_id)
where w.is_outside
