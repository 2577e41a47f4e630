-- What a figure is divided and counted from: the sums of one unit in one course, or at one line; nothing of a unit out of sight.
-- rows
with unit as (
  from units_in($package, $unitGrain, $areaScope, $schoolScope, $classScope, null)
  where course_id = coalesce($courseId, 0) and ($code is null or unit_code = $code)
)
select grain as unit_grain, area_code, school_code, class_code, course_name, student_num, above_num,
  marks(sum10)::double as part_sum, marks(student_num::bigint * full10)::double as part_full,
  plan_num as part_plan, student_num as part_sat, absent_num as part_absent,
  plan_num - student_num - absent_num as part_other, zero_num as part_zero, base_num as part_base,
  excellent_num as part_excellent, good_num as part_good, pass_num as part_pass, low_num as part_low,
  full_num as part_full_mark, all_pass_num as part_all_pass,
  score_mean(sum10, student_num)::double as part_own, score_mean(above_sum10, above_num)::double as part_above
from unit limit 1
