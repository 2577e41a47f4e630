-- S10: 3+1+2 wants 物 or 历 and two of 化生政地; 3+3 any three of seven. Only where the exam has a course to choose.
select s.row_id, 'courseCombination' as target,
  case when s.course_combination = '' then '缺少选科组合' else '选科「' || s.course_combination || '」不符合考试模式' end as text
from student s cross join exam e
where e.exam_mode in ('3', '4')
  and exists (select 1 from course where choice_letter(course_name) is not null)
  and not regexp_matches(s.course_combination, case e.exam_mode when '3' then '^[物历][化生政地]{2}$' else '^[物历化生政地技]{3}$' end)
