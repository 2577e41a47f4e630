-- one row per line asked for: its mark of the total (F25, F26), whom it was meant for and whom it reaches
with wish as (
  select line_param.*, whole_num,
         case line_mode when 3 then (whole_num * share_units + 9999) // 10000 else line_num end as plan_num
  from line_param
  left join (select stream, any_value(whole_num) as whole_num from line_mark where course_id = 0 group by stream) using (stream)
),
-- of two marks equally near to the plan the higher one is the line; where nobody is left, half a mark above the best
drawn as (
  select line_no,
         max(score10) filter (where reached >= plan_num) as at_least10,
         coalesce(min(score10) filter (where reached <= plan_num), max(score10) + 5) as at_most10,
         arg_min(score10, abs(reached - plan_num) * 100000 - score10) as nearest10,
         min(score10) as lowest10
  from wish
  join line_mark on line_mark.course_id = 0 and line_mark.stream = wish.stream
  group by line_no
),
placed as (
  select wish.*,
         case when line_mode = 1 then wished10
              when tie_mode = 'atMost' then at_most10
              when tie_mode = 'nearest' then nearest10
              else coalesce(at_least10, lowest10) end::int as line10
  from wish
  left join drawn using (line_no)
)
select placed.*,
       coalesce((select max(reached) from line_mark
         where line_mark.course_id = 0 and line_mark.stream = placed.stream and line_mark.score10 >= line10), 0)::bigint as actual_num
from placed
where line10 is not null
