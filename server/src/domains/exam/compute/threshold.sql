-- one row per course: its lines in tenths, fixed ones first, else the share of the full mark rounded up to half a mark (F19)
select course_id,
       coalesce(excellent10, half_mark_share(course.full10, $excellentShare)) as excellent10,
       coalesce(good10, half_mark_share(course.full10, $goodShare)) as good10,
       coalesce(pass10, half_mark_share(course.full10, $passShare)) as pass10,
       coalesce(low10, half_mark_share(course.full10, $lowShare)) as low10
from course
left join exam_course using (course_id)
order by course_id
