-- one row per teacher of a school: counts and sums over the classes taught, in one course or in all courses taught
with taught as (
  select course_id, unit_id, unnest(string_split(teacher_name, '、')) as teacher_name
  from read_parquet($package || '/teacher.parquet')
  where $courseId is null or course_id = $courseId
)
select min(unit_id) as unit_id, school_code || ':' || taught.teacher_name as "unitCode",
       taught.teacher_name || '（' || string_agg(distinct course_name, '、' order by course_name) || '）' as "unitName",
       any_value(area_code) as "areaCode", any_value(area_name) as "areaName", school_code as "schoolCode",
       any_value(school_name) as "schoolName", null::varchar as "classCode", any_value(school_group) as "schoolGroup",
       sum(plan_num) as plan, sum(student_num) as sat, sum(absent_num) as absent, sum(base_num) as base,
       sum(sum10) as sum10, sum(sumsq100) as sumsq100, sum(student_num::bigint * full10) as full10,
       max(max10) as max10, min(min10) as min10, null::double as median,
       sum(excellent_num) as excellent, sum(good_num) as good, sum(pass_num) as pass, sum(low_num) as low,
       sum(full_num) as "fullMarks", null::int as "allPass",
       null::double as composite, null::int as "avgRank", null::int as "compositeRank",
       null::bigint as "aboveSum10", null::bigint as above
from taught
join read_parquet($package || '/quota.parquet') using (course_id, unit_id)
where grain = 'class'
group by school_code, taught.teacher_name
order by any_value(area_sort), any_value(school_sort), school_code, taught.teacher_name
