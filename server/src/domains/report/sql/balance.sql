-- Over the units in sight alone: of two schools, the mean of both and the own one would tell that of the other.
-- 均衡分析: how far the means of schools lie apart among all and in an area, those of classes in a school (F58 to F61).
with part as (
  select course_id, course_name, course_sort, student_num, sum10::hugeint as sum10, sumsq100, sum10 / student_num as mean10,
    if($grain = 'all', null, area_code) as area_code, if($grain = 'all', null, area_name) as area_name,
    if($grain = 'all', null, area_sort) as area_sort, if($grain = 'school', school_code, null) as school_code,
    if($grain = 'school', school_name, null) as school_name, if($grain = 'school', school_sort, null) as school_sort,
    row_number() over (
      partition by course_id, if($grain = 'all', '', area_code), if($grain = 'school', school_code, '') order by sum10 / student_num
    ) as place
  from units_in($package, if($grain = 'school', 'class', 'school'), $areaScope, $schoolScope, $classScope, $schoolGroup)
  where student_num > 0 and ($courseId is null or course_id = $courseId)
),
spread as (
  select course_id, course_name, course_sort, area_code, area_name, area_sort, school_code, school_name, school_sort,
    count(*)::int as part_num, sum(student_num)::int as num, sum(sum10) as total10,
    sum(sum10 * sum10 / student_num::double) - sum(sum10)::double * sum(sum10) / sum(student_num) as between_ss,
    sum(sumsq100)::double - sum(sum10)::double * sum(sum10) / sum(student_num) as total_ss,
    max(mean10) as high10, min(mean10) as low10, avg(mean10) as plain10, stddev_pop(mean10) as plain_sd,
    sum((2 * place - 1) * mean10) as placed10, sum(mean10) as means10
  from part group by all
)
-- rows
select area_code, area_name, school_code, school_name, course_name, part_num, num as student_num,
  score_mean(total10, num) as avg_score, half_up(high10 / 10, 2) as high_avg, half_up(low10 / 10, 2) as low_avg,
  half_up((high10 - low10) / 10, 2) as mean_gap,
  if(low10 > 0, half_up(high10 / low10, 2), null) as mean_ratio,
  if(total10 > 0 and part_num > 1, half_up(100 * sqrt(greatest(between_ss, 0) / num) / (total10 / num), 2), null) as weighted_variation,
  if(plain10 > 0 and part_num > 1, half_up(100 * plain_sd / plain10, 2), null) as plain_variation,
  if(total_ss > 0 and part_num > 1, half_up(100 * greatest(between_ss, 0) / total_ss, 2), null) as variance_rate,
  if(means10 > 0 and part_num > 1, half_up(placed10 / (part_num * means10) - 1, 4), null) as gini,
  count(*) over () as rows_total
from spread
order by course_sort, area_sort, area_code, school_sort, school_code
limit $size offset $skip
