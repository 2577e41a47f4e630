-- one row per student of the roster: who, where, and all scores side by side
select sid, student_number, student_code, student_name,
       area_id, school_id, class_id, course_combination, is_count,
       is_count = 1 or not $isCountOnly as is_counted,
       {{scores}}
from roster
join place on place.area_code = roster.area_code
  and place.school_code = roster.school_code
  and place.class_key = coalesce(roster.class_code, roster.exam_class)
left join wide using (sid)
