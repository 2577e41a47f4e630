-- one row per question, grain (all, area, school, class) and unit: counts and sums; how well it tells apart the best and the worst
-- 27 % of everyone (D, F42), of which high_sum10 and low_sum10 are what those of the unit got, and item_total, its correlation
-- with the rest of the paper (F43, corrected)
with part as (
  from question_part join (select unit_id as class_id, area_id, school_id from unit where grain = 'class') using (class_id)
),
rolled as (
  select 'class' as grain, class_id as unit_id, question_id,
         student_num::int as student_num, sum10, sumsq100, full_num::int as full_num, zero_num::int as zero_num,
         (t_sum10 - sum10)::hugeint as rest10, (t_sumsq100 - 2 * product100 + sumsq100)::hugeint as restsq100,
         (product100 - sumsq100)::hugeint as cross100, high_in10, high_cut10, low_in10, low_cut10
  from part
  union all
  select if(school_id is not null, 'school', if(area_id is not null, 'area', 'all')), coalesce(school_id, area_id, 0), question_id,
         sum(student_num)::int, sum(sum10)::bigint, sum(sumsq100)::bigint, sum(full_num)::int, sum(zero_num)::int,
         sum(t_sum10 - sum10)::hugeint, sum(t_sumsq100 - 2 * product100 + sumsq100)::hugeint,
         sum(product100 - sumsq100)::hugeint,
         sum(high_in10)::bigint, sum(high_cut10)::bigint, sum(low_in10)::bigint, sum(low_cut10)::bigint
  from part
  group by grouping sets ((question_id), (question_id, area_id), (question_id, area_id, school_id))
),
cut as (
  select *,
         high_in10 + high_cut10 * high_take / high_num as high_sum10,
         low_in10 + low_cut10 * low_take / low_num as low_sum10,
         student_num::hugeint * sumsq100 - sum10::hugeint * sum10 as own_spread,
         student_num * restsq100 - rest10 * rest10 as rest_spread
  from rolled
  join question using (question_id)
  join (select * exclude (student_num) from question_cut) using (paper_no)
)
select grain, unit_id, question_id, course_id, student_num, sum10, sumsq100, full_num, zero_num, high_sum10, low_sum10,
       if(grain = 'all', (high_sum10 - low_sum10) / (k * full10), null) as discrimination,
       if(own_spread > 0 and rest_spread > 0,
         (student_num * cross100 - sum10::hugeint * rest10)::double / (sqrt(own_spread::double) * sqrt(rest_spread::double)),
         null) as item_total,
       area_code, area_name, area_sort, school_code, school_name, school_sort, school_group,
       class_code, class_name, class_sort
from cut
left join unit using (grain, unit_id)
where coalesce(is_in_report, 1) = 1
