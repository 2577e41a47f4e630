-- one row per course with its lines in tenths; course_id 0 is the total
select course_id, course_name, full10, excellent10, good10, pass10, low10, is_in_total, sort
from course
join threshold using (course_id)
order by course_id
