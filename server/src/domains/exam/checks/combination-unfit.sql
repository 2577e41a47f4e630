-- S10: 3+1+2 wants 物 or 历 and two of 化生政地; 3+3 any three of seven; 文理 a side, or the three courses of one; where
-- nobody chooses (不分科, 中考) a combination would take courses away. Only where the exam has a course to choose.
select s.row_id, case when e.exam_mode = '2' and s.course_combination = '' then 'artsScience' else 'courseCombination' end as target,
  case when e.exam_mode = '2' and s.course_combination = '' then '缺少科类'
    when s.course_combination = '' then '缺少选科组合'
    else '选科「' || s.course_combination || '」不符合考试模式' end as text
from student s cross join exam e
where exists (select 1 from course where choice_letter(course_name) is not null)
  and case e.exam_mode
    when '3' then not regexp_matches(s.course_combination, '^[物历][化生政地]{2}$')
    when '4' then not regexp_matches(s.course_combination, '^[物历化生政地技]{3}$')
    when '2' then s.course_combination not in ('', '物化生', '历政地')
      or (s.course_combination = '' and s.arts_science not in ('1', '2'))
    else s.course_combination <> '' end
