-- C08: nothing in one course, over 60 % of the marks in the others: the scan may be missing.
select row_id, target, '0 分，而其他科目平均得分率 ' || format('{:.1f}', 100 * others10 / others_full10) || '%' as text
from (
  select s.row_id, s.target, s.score_status,
    sum(s.score10) over student - s.score10 as others10, sum(k.full10) over student - k.full10 as others_full10
  from score s join course k using (course_id)
  where s.score_status in (0, 2)
  window student as (partition by s.student_number)
)
where score_status = 2 and others_full10 > 0 and others10 * 10 > others_full10 * 6
