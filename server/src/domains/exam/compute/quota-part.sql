-- one row per course and class: numerators, bases and sums that every coarser unit adds up
with passing as (
  select class_id, count(*) as all_pass_num
  from student
  where is_counted and c0 is not null and not ($removeZeroScores and c0 = 0)
    and {{pass_conditions}}
  group by class_id
),
line as (
  from threshold join course using (course_id)
),
part as (
  select course_id, class_id,
         count(*) as plan_num,
         count(score10) as student_num,
         count(*) filter (where status = 1) as absent_num,
         count(*) filter (where status = 2) as zero_num,
         count(*) filter (where status not in (5, 6)) as due_num,
         sum(score10)::bigint as sum10,
         sum(score10::bigint * score10)::bigint as sumsq100,
         max(score10)::int as max10,
         min(score10)::int as min10,
         count(*) filter (where score10 >= excellent10) as excellent_num,
         count(*) filter (where score10 >= good10) as good_num,
         count(*) filter (where score10 >= pass10) as pass_num,
         count(*) filter (where score10 < low10) as low_num,
         count(*) filter (where score10 >= full10) as full_num,
         quantile_cont(score10, [0.25, 0.5, 0.75]) as quartiles
  from score
  join line using (course_id)
  group by course_id, class_id
)
select part.*, area_id, school_id, if(course_id = 0, coalesce(all_pass_num, 0), null) as all_pass_num
from part
join (select unit_id as class_id, area_id, school_id from unit where grain = 'class') using (class_id)
left join passing using (class_id)
