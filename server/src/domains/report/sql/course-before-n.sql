-- 单科前N名学生: the first N of a course beside their place by the total, both within the same range.
with student as not materialized (
  from students_in($package, $areaScope, $schoolScope, $classScope, $schoolGroup, $studentScope)
),
ranked as not materialized (
  select file_row_number as place,
    case $within when 'area' then course_area_rank when 'school' then course_school_rank else course_rank end as rank,
    case $within when 'area' then area_rank when 'school' then school_rank else all_rank end as total_rank
  from with_course(student, $courseId)
),
hit as not materialized (
  select place, rank, total_rank from ranked where rank <= $countNum
),
wanted as (
  select place, rank, total_rank from hit order by rank, place limit $size offset $skip
),
page as (
  select * from read_parquet($package || '/student.parquet', file_row_number = true)
  where file_row_number in (select place from wanted)
),
taught as (
  select school_code, class_code, teacher_name
  from read_parquet($package || '/unit.parquet') join read_parquet($package || '/teacher.parquet') using (unit_id)
  where grain = 'class' and course_id = $courseId
)
-- rows
select rank, student_number, student_code, student_name,
  area_code, area_name, school_code, school_name, class_code, class_name, teacher_name,
  marks(score10) as score, total_rank, total_rank - rank as gap, (select count(*) from hit) as rows_total
from with_course(page, $courseId) join wanted on file_row_number = place left join taught using (school_code, class_code)
order by rank, place
