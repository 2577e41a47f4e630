-- The archived mark of one student in sight in one course, and of how much.
with own as (
  from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope) where student_number = $studentNumber
)
-- rows
select marks(score10)::double as mark, (
    select marks(full10)::double from read_parquet($package || '/course.parquet') where course_id = coalesce($courseId, 0)) as mark_full
from with_course(own, $courseId)
