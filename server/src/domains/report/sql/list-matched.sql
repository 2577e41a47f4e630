-- The students of one unit who sat the entry exam too, told apart by their code, as far as they are in sight, with their marks of both.
with seen as not materialized (
  from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope)
),
entry_student as (
  from read_parquet($before || '/student.parquet') where student_code is not null
  qualify count(*) over (partition by student_code) = 1
),
entry as (
  select s.student_code, s.score10 as old10
  from with_course(entry_student, $beforeCourseId) s
  left join (select score10, z from read_parquet($before || '/std_score.parquet') where course_id = $beforeCourseId) d using (score10)
  where s.course_rank is not null and if($beforeCourseId = 0, s.z, d.z) is not null
),
known as (
  select student_code from read_parquet($package || '/student.parquet') where student_code is not null
  group by student_code having count(*) = 1
),
hit as materialized (
  select s.*, old10
  from with_course(seen, $courseId) s
  left join (select score10, z from read_parquet($package || '/std_score.parquet') where course_id = $courseId) d using (score10)
  join entry using (student_code) semi join known using (student_code)
  where s.course_rank is not null and if($courseId = 0, s.z, d.z) is not null
)
-- rows
select student_number, student_code, student_name, area_name, school_name, class_name, marks(score10)::double as score,
  marks(old10)::double as old_score, count(*) over () as rows_total
from hit order by area_sort, school_sort, class_sort, student_number, sid limit $size offset $skip
