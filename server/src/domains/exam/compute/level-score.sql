-- one row per course by levels and raw mark that occurs: its grade and the mark assigned to it (exam-domain 2.11)
with placed as (
  select level_mark.course_id, level_mark.score10, level_mark.num, whole_num, level_mark.reached, min(level_cut.grade_no) as grade_no
  from level_mark
  join level_cut on level_cut.course_id = level_mark.course_id and level_cut.reached >= greatest(level_mark.reached, 1)
  group by all
),
ended as (
  select placed.*, level_grade.grade_name, level_param.* exclude (course_id, grade_no, grade_name),
         if(level_param.grade_no = 1 and top_endpoint = 'fullMark', full10, high10)::bigint as y2,
         if(level_param.grade_no = last_no and last_endpoint = 'zero', 0, low10)::bigint as y1
  from placed
  join level_grade using (course_id, grade_no)
  join level_param using (course_id, grade_no)
),
assigned as (
  select course_id, score10, grade_no, grade_name,
         case when is_normal then
                normal_mark((2 * (whole_num - reached) + num) / (2 * whole_num)::double, t1, t2, unit10)
              when y1 = y2 then
                case single_point when 'to_max' then t2 when 'to_min' then t1
                  else (t1 + t2 + unit10) // (2 * unit10) * unit10 end
              else (2 * (t1 * (y2 - y1) + (t2 - t1) * (least(greatest(score10, y1), y2) - y1)) + (y2 - y1) * unit10)
                // (2 * (y2 - y1) * unit10) * unit10
         end::int as level10
  from ended
)
from assigned
union all
-- a zero that takes no part is assigned 0 where the parameters say so; no grade is its own
select course_id, 0, null, null, 0 from level_param where grade_no = 1 and zero_score = 'zero'
order by course_id, score10 desc
