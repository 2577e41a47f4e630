-- The archived mark of one student in sight in one course, of how much, the line it is held against, and his combination.
with own as (
  from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope) where student_number = $studentNumber
)
-- rows
select marks(score10)::double as mark, (
    select marks(full10)::double from read_parquet($package || '/course.parquet') where course_id = coalesce($courseId, 0)) as mark_full, (
    select marks(line10)::double from read_parquet($package || '/score_line.parquet')
    where line_no = $lineNo and course_id = coalesce($courseId, 0)) as line,
  combination_name
from with_course(own, $courseId)
