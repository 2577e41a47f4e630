-- one row per unit of the grain that is in the reports: its counts and sums in one course, as the package holds them
select unit_id,
       case grain when 'area' then area_code when 'school' then school_code
         else coalesce(class_code, school_code || '/' || class_name) end as "unitCode",
       case grain when 'area' then area_name when 'school' then school_name
         else school_name || ' ' || class_name end as "unitName",
       area_code as "areaCode", area_name as "areaName", school_code as "schoolCode", school_name as "schoolName",
       class_code as "classCode", school_group as "schoolGroup",
       plan_num as plan, student_num as sat, absent_num as absent, base_num as base,
       sum10, sumsq100, student_num::bigint * full10 as full10, max10, min10, median,
       excellent_num as excellent, good_num as good, pass_num as pass, low_num as low,
       full_num as "fullMarks", all_pass_num as "allPass",
       composite, avg_rank as "avgRank", composite_rank as "compositeRank", above_sum10 as "aboveSum10", above_num as above
from read_parquet($package || '/quota.parquet')
where grain = $grain and course_id = $courseId
order by area_sort, school_sort nulls first, school_code, class_sort nulls first, class_code
