-- C02: above the full mark or below nothing; parts included.
select s.row_id, s.target, case when s.score10 < 0 then '分数为负' else '超过满分 ' || mark_text(k.full10) end as text
from score s join course k using (course_id) where s.score10 < 0 or s.score10 > k.full10
union all
select p.row_id, '#' || p.column_no, case when p.score10 < 0 then '分数为负' else '超过满分 ' || mark_text(k.full10) end
from part p join course k using (course_id) where p.score10 < 0 or p.score10 > k.full10
