-- one row per course, school and score that occurs there: its rank among all, in the area and in the school; a student finds the three by one look-up
select school.course_id, school.unit_id as school_id, school.score10,
       whole.rank as all_rank, area.rank as area_rank, school.rank as school_rank
from rank_lut as school
join unit on unit.grain = 'school' and unit.unit_id = school.unit_id
join rank_lut as area on area.scope = 'area' and area.course_id = school.course_id and area.unit_id = unit.area_id and area.score10 = school.score10
join rank_lut as whole on whole.scope = 'all' and whole.course_id = school.course_id and whole.score10 = school.score10
where school.scope = 'school'
