-- one row per counted student: its rank in the class for each course; a class is small, so its scores in order are the look-up
with class_scores as (
  select class_id, {{class_scores}}
  from student
  where is_counted
  group by class_id
)
select sid, {{class_ranks}}
from student
join class_scores using (class_id)
where is_counted
