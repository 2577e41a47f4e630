-- one row per course, school and rank among all: how many students of the school hold it (F39: N is a sum over rank <= N)
select unit_score.course_id, unit_score.unit_id, whole.rank, unit_score.num
from rank_lut as unit_score
join rank_lut as whole on whole.scope = 'all'
  and whole.course_id = unit_score.course_id and whole.score10 = unit_score.score10
join unit on unit.grain = 'school' and unit.unit_id = unit_score.unit_id
where unit_score.scope = 'school' and is_in_report = 1
order by course_id, rank, unit_id
