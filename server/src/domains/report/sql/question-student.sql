-- 试题学生名单: the students in scope with a mark of the course, by what they lost at one question.
with question as (
  from questions_of($package, $courseId, $paperCode, $questionNo) order by question_id limit 1
),
mark as (
  select sid, score10 as question10, answer
  from read_parquet($package || '/question_score_*.parquet')
  where course_id = $courseId and ($questionNo is null or question_no = $questionNo)
    and question_no = (select question_no from question) and paper_code = (select paper_code from question)
),
student as not materialized (
  from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope)
),
hit as not materialized (
  select file_row_number as place, question10, answer
  from with_course(student, $courseId) join mark using (sid)
  where score10 is not null
),
wanted as (
  from hit order by question10 nulls last, place limit $size offset $skip
),
page as (
  select * from read_parquet($package || '/student.parquet', file_row_number = true)
  where file_row_number in (select place from wanted)
)
-- rows
select student_number, student_code, student_name, area_code, area_name, school_code, school_name, class_code, class_name,
  question_no, marks(question10) as score, marks(full10 - question10) as lost_score, answer, answer_key,
  marks(score10) as course_score, course_class_rank as class_rank, (select count(*) from hit) as rows_total
from with_course(page, $courseId) join wanted on file_row_number = place cross join question
order by question10 nulls last, place
