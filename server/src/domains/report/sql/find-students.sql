-- 全局搜索: students of one exam by name, number or code, within a school or area; the caller walks over the exams.
with hit as (
  select student_number, student_code, student_name, area_name, school_code, school_name, class_name, total10, all_rank
  from students_in($package, $areaScope, $schoolScope, $classScope, $schoolGroup, $studentScope)
  where (contains(student_name, nullif($studentName, '')) or student_number = nullif($studentNumber, '') or student_code = nullif($studentCode, ''))
    and ($schoolName is null or contains(school_name, $schoolName) or contains(area_name, $areaName))
)
-- rows
select area_name, school_code, school_name, class_name, student_number, student_code, student_name,
  marks(total10) as score
from hit order by all_rank nulls last, student_number limit $size offset $skip
-- totals
select count(*) as rows_total from hit
