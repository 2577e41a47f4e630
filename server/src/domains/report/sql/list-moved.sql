-- The students of one unit whose mark or status of a course is another one than in the version before, or who are in one of both alone, as
-- far as they are in sight, with both marks. One who went to another unit is in the new version with the old mark.
-- derived: moved
with mover as (
  select sid, is_gone, mark.score10 as score10, mark.old10 as old10
  from (
    select sid, is_gone, unnest(marks) as mark from derived
    where grain = 'student' and is_within($areaScope, area_code) and is_within($schoolScope, school_code)
  )
  where mark.course_name = (select course_name from read_parquet($package || '/course.parquet') where course_id = $courseId)
),
now_seen as not materialized (
  from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope)
),
then_seen as not materialized (
  from students_in($before, $areaScope, $schoolScope, $classScope, null, $studentScope)
),
hit as materialized (
  select is_gone, file_row_number as place, score10, old10, area_sort, school_sort, class_sort, student_number
  from now_seen join mover using (sid) where not is_gone
  union all
  select is_gone, file_row_number, score10, old10, area_sort, school_sort, class_sort, student_number
  from then_seen join mover using (sid) where is_gone
),
wanted as materialized (
  from hit order by area_sort, school_sort, class_sort, student_number limit $size offset $skip
),
named as (
  select student_number, student_code, student_name, area_name, school_name, class_name, file_row_number as place, false as is_gone
  from read_parquet($package || '/student.parquet', file_row_number = true)
  where file_row_number in (select place from wanted where not is_gone)
  union all
  select student_number, student_code, student_name, area_name, school_name, class_name, file_row_number, true
  from read_parquet($before || '/student.parquet', file_row_number = true)
  where file_row_number in (select place from wanted where is_gone)
)
-- rows
select named.student_number, student_code, student_name, area_name, school_name, class_name, marks(score10)::double as score,
  marks(old10)::double as old_score, (select count(*) from hit) as rows_total
from named join wanted using (place, is_gone)
order by area_sort, school_sort, class_sort, named.student_number
