-- C05: objective and subjective parts that do not add up to the mark, and one without the other where nothing else tells the mark.
select s.row_id, s.target, '客观分与主观分之和 ' || mark_text(p.sum10) || ' 不等于 ' || mark_text(s.score10) as text
from score s
join (select row_id, course_id, sum(score10)::bigint as sum10 from part group by all having count(score10) = 2) p using (row_id, course_id)
where s.score10 <> p.sum10
union all
select row_id, '#' || max(column_no) filter (score_status = 1) as target,
  max(case when score_status = 1 then case part when 'objective' then '有主观分，没有客观分' else '有客观分，没有主观分' end end) as text
from part
where not has_whole
group by row_id, course_id
having count(*) = 2 and count(score10) = 1 and count(*) filter (score_status = 1) = 1
