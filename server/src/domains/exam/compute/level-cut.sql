-- one row per course by levels and grade: how many stand in it or above; a cut lies where raw marks differ, so equal ones share a grade
with recursive goal as (
  select *, (sum(ratio_units) over (partition by course_id order by grade_no))::bigint as share_units
  from level_param
),
place as (
  select course_id, any_value(whole_num) as whole_num, list(reached) as ends
  from level_mark
  group by course_id
),
cut as (
  select course_id, 0 as grade_no, 0::bigint as reached
  from place
  union all
  select course_id, grade_no,
         case when grade_no = last_no then whole_num
              when boundary = 'upper_min' then next_above
              when boundary = 'lower_max' then next_below
              when next_above * 10000 - wished <= wished - next_below * 10000 then next_above
              else next_below end
  from (
    select *,
           greatest(coalesce(list_min(list_filter(ends, lambda one: one * 10000 >= wished)), whole_num), before) as next_above,
           greatest(coalesce(list_max(list_filter(ends, lambda one: one * 10000 <= wished)), 0), before) as next_below
    from (
      select goal.course_id, goal.grade_no, last_no, boundary, whole_num, ends, cut.reached as before,
             least(if(is_cumulative, whole_num * share_units, cut.reached * 10000 + whole_num * ratio_units), whole_num * 10000) as wished
      from cut
      join goal on goal.course_id = cut.course_id and goal.grade_no = cut.grade_no + 1
      join place on place.course_id = cut.course_id
    )
  )
)
select course_id, grade_no, reached, lag(reached, 1, 0) over (partition by course_id order by grade_no) as above_num
from cut
where grade_no > 0
