-- The students of one unit behind a figure of a knowledge point, as far as they are in sight, with what they got of it by its shares.
with part as (
  select paper_code, question_no, share
  from read_parquet($package || '/question_point.parquet') point join read_parquet($package || '/question.parquet') using (question_id)
  where point.course_id = $courseId and point_name = $pointName
),
mark as (
  select sid, sum(score10::bigint * share) as got
  from read_parquet($package || '/question_score_*.parquet') score join part using (paper_code, question_no)
  where score.course_id = $courseId and score10 is not null
  group by sid
),
student as not materialized (
  from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope)
),
hit as materialized (
  select file_row_number as place, got, area_sort, school_sort, class_sort, student_number, sid
  from with_course(student, $courseId) join mark using (sid)
  where course_rank is not null
),
wanted as (
  select place, got from hit order by area_sort, school_sort, class_sort, student_number, sid limit $size offset $skip
)
-- rows
select student_number, student_code, student_name, area_name, school_name, class_name, ratio2(got, 100000)::double as score,
  (select count(*) from hit) as rows_total
from read_parquet($package || '/student.parquet', file_row_number = true) join wanted on file_row_number = place
where file_row_number in (select place from wanted)
order by area_sort, school_sort, class_sort, student_number, sid
