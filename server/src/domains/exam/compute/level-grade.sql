-- one row per course by levels and grade: how many are in it and between which raw marks, null where nobody is
select level_param.course_id, level_param.grade_no, grade_name, ratio_units, level_param.t1, level_param.t2,
       max(score10) as high10, min(score10) as low10, coalesce(sum(num), 0)::int as num
from level_param
left join level_cut on level_cut.course_id = level_param.course_id and level_cut.grade_no = level_param.grade_no
left join level_mark on level_mark.course_id = level_cut.course_id and num > 0
  and level_mark.reached > above_num and level_mark.reached <= level_cut.reached
group by all
order by level_param.course_id, level_param.grade_no
