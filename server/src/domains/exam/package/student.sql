-- one row per student: units, all scores and their ranks among all, in the area, the school and the class, best total first
with class_scores as (
  select class_id, {{class_scores}}
  from student
  where is_counted
  group by class_id
)
select sid, student_number, student_code, student_name,
       area_code, area_name, area_sort, school_code, school_name, school_sort, school_group,
       class_code, class_name, class_sort,
       course_combination, is_count,
       c0 as total10, s0 as status,
       {{total_ranks}},
       z, t, pr,
       {{course_columns}}
from student
join unit on unit.grain = 'class' and unit.unit_id = student.class_id
left join class_scores using (class_id)
{{rank_joins}}
left join std_score on std_score.course_id = 0 and std_score.score10 = if(is_counted, c0, null)
order by all_rank nulls last, student_number
