-- one row per line and course: its mark by the method of the line (F27, F28, F29), null where nobody tells it
with paper as (
  {{line_papers}}
),
-- F27: both means are over the same students, so their number falls out
ratio_line as (
  select line_no, paper.course_id,
         ((2 * sum(paper.score10)::hugeint * any_value(line10) + sum(total10)::hugeint) // (2 * sum(total10)::hugeint))::int as line10
  from paper
  join line_total on stream in (0, arts_science) and total10 >= line10
  where course_method = 4 and paper.score10 is not null
  group by line_no, paper.course_id
  having sum(total10) > 0
),
-- F28: the share of the total's line, of those who took the course
share_line as (
  select line_no, course_id,
         case when any_value(tie_mode) = 'atMost' then coalesce(min(score10) filter (where reached <= course_num), max(score10) + 5)
              when any_value(tie_mode) = 'nearest' then arg_min(score10, abs(reached - course_num) * 100000 - score10)
              else max(score10) filter (where reached >= course_num) end::int as line10
  from (
    select line_no, tie_mode, line_mark.*, line_mark.whole_num * actual_num // line_total.whole_num as course_num
    from line_total
    join line_mark using (stream)
    where course_method = 5 and line_mark.course_id > 0
  )
  where course_num > 0
  group by line_no, course_id
),
-- F29: a window around the line, a mark wider at a time until it holds 25 of those who took the course
near as (
  select line_no, paper.course_id, greatest((abs(total10 - line10) + 9) // 10, 1) as distance,
         sum(paper.score10)::bigint as sum10, count(*) as num
  from paper
  join line_total on stream in (0, arts_science)
  where course_method = 6 and paper.score10 is not null and total10 is not null
  group by all
),
window_line as (
  select line_no, course_id, ((2 * sum(sum10) + sum(num)) // (2 * sum(num)))::int as line10
  from (select *, coalesce(sum(num) over (partition by line_no, course_id order by distance
          rows between unbounded preceding and 1 preceding), 0) as nearer from near)
  where nearer < 25
  group by line_no, course_id
),
drawn as (
  from ratio_line union all from share_line union all from window_line
)
select line_no, course_id, coalesce(line_fixed.score10, drawn.line10)::int as line10,
       if(line_fixed.score10 is null, course_method, 1) as line_mode
from line_total
cross join (from exam_course)
left join drawn using (line_no, course_id)
left join line_fixed using (line_no, course_id)
where coalesce(line_fixed.score10, drawn.line10) is not null
