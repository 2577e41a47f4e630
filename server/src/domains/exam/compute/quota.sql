-- one row per course, grain (all, area, school, class) and unit: counts, sums, quartiles, ranks among all units of the grain,
-- and the sum and number of the unit above, which means are compared with
with rolled as (
  select if(class_id is not null, 'class', if(school_id is not null, 'school', if(area_id is not null, 'area', 'all'))) as grain,
         coalesce(class_id, school_id, area_id, 0) as unit_id,
         course_id, area_id, school_id,
         sum(plan_num)::int as plan_num, sum(student_num)::int as student_num,
         sum(absent_num)::int as absent_num, sum(zero_num)::int as zero_num,
         sum(if($rateBase = 'plan', due_num, student_num))::int as base_num,
         sum(sum10)::bigint as sum10, sum(sumsq100)::bigint as sumsq100,
         max(max10) as max10, min(min10) as min10,
         sum(excellent_num)::int as excellent_num, sum(good_num)::int as good_num, sum(pass_num)::int as pass_num,
         sum(low_num)::int as low_num, sum(full_num)::int as full_num, sum(all_pass_num)::int as all_pass_num,
         any_value(quartiles) as class_quartiles
  from quota_part
  group by grouping sets (
    (course_id), (course_id, area_id), (course_id, area_id, school_id), (course_id, area_id, school_id, class_id)
  )
),
above as (
  select rolled.course_id, rolled.grain, rolled.unit_id, higher.sum10 as above_sum10, higher.student_num as above_num
  from rolled
  join rolled as higher on higher.course_id = rolled.course_id
    and higher.grain = case rolled.grain when 'class' then 'school' when 'school' then 'area' when 'area' then 'all' end
    and higher.unit_id = case rolled.grain when 'class' then rolled.school_id when 'school' then rolled.area_id else 0 end
),
-- F4, type 7: the quartile lies between the scores at two places, found by the number below
place as (
  select course_id, grain, unit_id, score10, below, below + num as up_to, student_num - 1 as steps
  from rank_lut
  join rolled using (course_id, unit_id)
  where grain = scope
),
quartile as (
  select course_id, grain, unit_id,
         [between_places(lower1, upper1, steps / 4), between_places(lower2, upper2, steps / 2),
          between_places(lower3, upper3, steps * 3 / 4)] as lut_quartiles
  from (
    select course_id, grain, unit_id, any_value(steps) as steps,
           max(score10) filter (where below <= steps // 4 and steps // 4 < up_to) as lower1,
           max(score10) filter (where below <= least(steps // 4 + 1, steps) and least(steps // 4 + 1, steps) < up_to) as upper1,
           max(score10) filter (where below <= steps // 2 and steps // 2 < up_to) as lower2,
           max(score10) filter (where below <= least(steps // 2 + 1, steps) and least(steps // 2 + 1, steps) < up_to) as upper2,
           max(score10) filter (where below <= steps * 3 // 4 and steps * 3 // 4 < up_to) as lower3,
           max(score10) filter (where below <= least(steps * 3 // 4 + 1, steps) and least(steps * 3 // 4 + 1, steps) < up_to) as upper3
    from place
    group by course_id, grain, unit_id
  )
),
-- Ranks are taken on exact keys, in rows that carry nothing else: sorting wide rows seven times would cost most of the step.
keyed as (
  select course_id, grain, unit_id, rolled.area_id, rolled.school_id,
         ratio_key(sum10, student_num) as mean_key,
         ratio_key(excellent_num, base_num) as excellent_key,
         ratio_key(pass_num, base_num) as pass_key,
         ratio_key(low_num, base_num) as low_key,
         ratio_key(sum10, student_num * full10::bigint) as score_rate_key
  from rolled
  join course using (course_id)
  left join unit using (grain, unit_id)
  where coalesce(is_in_report, 1) = 1
),
best as (
  select course_id, grain, max(mean_key) as mean_key, max(pass_key) as pass_key, max(excellent_key) as excellent_key
  from keyed
  group by course_id, grain
),
-- F20 and F22: each part is a fraction of 10^15, the weights are whole hundredths of a percent, the sum is one of 10^12
composed as (
  select keyed.*,
         (if($compositeKind = 'county', part_of_best(keyed.mean_key, best.mean_key), score_rate_key) * weight_units($weightMean)
           + if($compositeKind = 'county', part_of_best(keyed.pass_key, best.pass_key), keyed.pass_key) * weight_units($weightPass)
           + if($compositeKind = 'county', part_of_best(keyed.excellent_key, best.excellent_key), keyed.excellent_key)
             * weight_units($weightExcellent)
           + 5000000) // 10000000 as composite_key
  from keyed
  join best using (course_id, grain)
),
ranked as (
  select course_id, grain, unit_id,
         if(mean_key is null, null, rank() over (peers order by mean_key desc nulls last))::int as avg_rank,
         if(excellent_key is null, null, rank() over (peers order by excellent_key desc nulls last))::int as excellent_rank,
         if(pass_key is null, null, rank() over (peers order by pass_key desc nulls last))::int as pass_rank,
         if(low_key is null, null, rank() over (peers order by low_key nulls last))::int as low_rank,
         composite_key::double / 10000000000 as composite,
         if(composite_key is null, null, rank() over (peers order by composite_key desc nulls last))::int as composite_rank,
         if(mean_key is null or area_id is null, null,
           rank() over (partition by course_id, grain, area_id order by mean_key desc nulls last))::int as avg_rank_in_area,
         if(mean_key is null or school_id is null, null,
           rank() over (partition by course_id, grain, school_id order by mean_key desc nulls last))::int as avg_rank_in_school
  from composed
  window peers as (partition by course_id, grain)
)
select grain, unit_id, course_id, course_name, sort as course_sort, full10,
       area_code, area_name, area_sort, school_code, school_name, school_sort, school_group,
       class_code, class_name, class_sort,
       plan_num, student_num, absent_num, zero_num, base_num, sum10, sumsq100, max10, min10,
       coalesce(lut_quartiles, class_quartiles)[1] as q1,
       coalesce(lut_quartiles, class_quartiles)[2] as median,
       coalesce(lut_quartiles, class_quartiles)[3] as q3,
       excellent_num, good_num, pass_num, low_num, full_num, all_pass_num,
       avg_rank, excellent_rank, pass_rank, low_rank, composite, composite_rank, avg_rank_in_area, avg_rank_in_school,
       above_sum10, above_num
from ranked
join rolled using (course_id, grain, unit_id)
join course using (course_id)
left join unit using (grain, unit_id)
left join quartile using (course_id, grain, unit_id)
left join above using (course_id, grain, unit_id)
