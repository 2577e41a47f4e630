-- one row per course, school and score that occurs: how many have it; ranks and marks of all units add up from here
with counted as (
  select course_id, school_id, score10, count(*)::int as num
  from score
  where score10 is not null
  group by all
)
select course_id, area_id, school_id, score10, num
from counted
join (from unit where grain = 'school') using (school_id)
order by course_id, school_id, score10 desc
