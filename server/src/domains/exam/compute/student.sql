-- one row per student of the roster: who, where, and all scores side by side
select sid, student_number, student_code, student_name,
       area_id, school_id, class_id, course_combination, arts_science, student_type, is_count,
       is_count = 1 or not $isCountOnly as is_counted,
       {{score_columns}}
from person
join place on place.area_code = person.area_code
  and place.school_code = person.school_code
  and place.class_key = coalesce(person.class_code, person.exam_class)
left join wide using (sid)
{{level_joins}}order by sid
