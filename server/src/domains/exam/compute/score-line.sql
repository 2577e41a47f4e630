-- one row per line and course, the total as course 0: mark, planned and reached number, the marks that are critical (F34)
with drawn as (
  select line_no, 0 as course_id, line10, line_mode, plan_num from line_total
  union all
  select line_no, course_id, line10, line_mode, null from course_line
)
select line_no, stream as arts_science, period_name, is_main, drawn.course_id::smallint as course_id, course_name,
       course.sort as course_sort, drawn.line_mode::tinyint as line_mode, drawn.line10, drawn.plan_num::int as plan_num,
       coalesce((select max(reached) from line_mark
         where line_mark.course_id = drawn.course_id and line_mark.stream = line_total.stream
           and line_mark.score10 >= drawn.line10), 0)::int as actual_num,
       drawn.line10 - if(drawn.course_id = 0, coalesce(critical_total10, half_mark_share(full10, 10 / 750)),
         coalesce(critical_course10, half_mark_share(full10, 5 / 150))) as critical_low10,
       2 * drawn.line10 - critical_low10 as critical_high10
from drawn
join line_total using (line_no)
join course on course.course_id = drawn.course_id
order by line_no, course_id
