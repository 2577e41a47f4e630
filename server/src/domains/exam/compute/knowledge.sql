-- one row per knowledge point, grain (all, area, school, class) and unit: what was got and what could be got, in tenths times
-- ten-thousandths (F49); student_num are the most who answered one of its questions
select grain, unit_id, course_id, point_no, min(point_name) as point_name,
       count(*)::int as question_num, max(student_num)::int as student_num,
       sum(sum10 * share)::bigint as got, sum(student_num::bigint * full10 * share)::bigint as whole,
       area_code, area_name, area_sort, school_code, school_name, school_sort, school_group,
       class_code, class_name, class_sort
from question_stat
join (select question_id, full10 from question) using (question_id)
join (select question_id, point_no, point_name, share from question_point) using (question_id)
group by all
