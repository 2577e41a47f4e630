-- one row per student with at least one paper: c<n> score in tenths, s<n> status of course n, and the total as c0, s0
with paper as (
  select sid, course_id, is_in_total, full10,
         case when score_status in (0, 2) and score is not null then (score * 10)::int end as score10,
         case when score_status not in (0, 2) then score_status
              when score is null then 1
              when score = 0 then 2
              else 0 end::tinyint as status
  from course_score
  join exam_course using (course_id)
),
student as (
  select sid,
         {{paper_columns}},
         sum(score10) filter (where is_in_total)::int as sum10,
         count(score10) filter (where is_in_total) as valid_num,
         min(status) filter (where is_in_total and status in (1, 3, 4, 5)) as void_status,
         sum(full10) filter (where is_in_total)::int as full0
  from paper
  group by sid
),
total as (
  select *,
         case $absentPolicy
           when 'anyAbsent' then if(void_status is null, sum10, null)
           when 'allAbsentOnly' then sum10
           else if(valid_num > 0 or void_status is not null, coalesce(sum10, 0), null)
         end as c0
  from student
)
select * exclude (sum10, valid_num, void_status),
       case when c0 > 0 then 0
            when c0 = 0 then 2
            else coalesce(void_status, if(full0 is null, 1, 6)) end::tinyint as s0
from total
