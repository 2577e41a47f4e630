-- C05: objective and subjective parts that do not add up to the mark.
select s.row_id, s.target, '客观分与主观分之和 ' || mark_text(p.sum10) || ' 不等于 ' || mark_text(s.score10) as text
from score s
join (select row_id, course_id, sum(score10)::bigint as sum10 from part group by all having count(score10) = 2) p using (row_id, course_id)
where s.score10 <> p.sum10
