-- one row per course and combination: among how many its students have a rank
select course_id, combination_name, sum(num)::int as student_num
from combination_rank
group by course_id, combination_name
order by course_id, combination_name
