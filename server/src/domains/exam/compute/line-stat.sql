-- one row per line, course, grain (all, area, school, class) and unit: counts above the line, and the rank of the rate
with rolled as (
  select if(class_id is not null, 'class', if(school_id is not null, 'school', if(area_id is not null, 'area', 'all'))) as grain,
         coalesce(class_id, school_id, area_id, 0) as unit_id, line_no, course_id,
         sum(student_num)::int as student_num,
         sum(if($rateBase = 'plan', due_num, student_num))::int as base_num,
         sum(online_num)::int as online_num, sum(single_num)::int as single_num, sum(double_num)::int as double_num,
         sum(below_num)::int as below_num, sum(above_num)::int as above_num
  from line_part
  join (select unit_id as class_id, area_id, school_id from unit where grain = 'class') using (class_id)
  group by grouping sets (
    (line_no, course_id), (line_no, course_id, area_id), (line_no, course_id, area_id, school_id),
    (line_no, course_id, area_id, school_id, class_id)
  )
)
select rolled.*, score_line.arts_science, period_name, is_main, course_name, course_sort, line10,
       rank() over (partition by line_no, course_id, grain order by ratio_key(online_num, base_num) desc nulls last)::int as online_rank,
       area_code, area_name, area_sort, school_code, school_name, school_sort, school_group,
       class_code, class_name, class_sort
from rolled
join score_line using (line_no, course_id)
left join unit using (grain, unit_id)
where coalesce(is_in_report, 1) = 1
