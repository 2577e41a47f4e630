-- one row per student: units, all scores and their ranks among all, in the area, the school and the class, best total first;
-- in the combination as well; beside them the rank among all in the exam before
with ranked as (
  -- key<n> is the score that is looked up: none for students who do not count
  select *, {{combination_name}} as combination_name, {{keys}}
  from student
)
select ranked.sid, student_number, ranked.student_code, student_name,
       area_code, area_name, area_sort, school_code, school_name, school_sort, school_group,
       class_code, class_name, class_sort,
       course_combination, arts_science, student_type, ranked.combination_name, is_count,
       c0 as total10, s0 as status,
       {{both_totals}}
       {{total_ranks}}, u0.all_rank + seq_place - 1 as seq_rank, rank_prev,
       z, t, pr,
       {{course_columns}}
from ranked
join unit on unit.grain = 'class' and unit.unit_id = ranked.class_id
left join class_rank on class_rank.sid = ranked.sid
left join seq_rank on seq_rank.sid = ranked.sid
{{rank_joins}}
left join std_score on std_score.course_id = 0 and std_score.score10 = key0
left join student_before on student_before.student_code = ranked.student_code
order by all_rank nulls last, student_number, ranked.sid
