-- one row per course, area and rank among all: how many students of the area hold it (F39: N is a sum over rank <= N)
select unit_score.course_id, unit_score.unit_id, whole.rank, unit_score.num
from rank_lut as unit_score
join rank_lut as whole on whole.scope = 'all'
  and whole.course_id = unit_score.course_id and whole.score10 = unit_score.score10
where unit_score.scope = 'area'
order by course_id, rank, unit_id
