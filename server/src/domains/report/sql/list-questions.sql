-- The questions a mark of one student in sight is made of, in the order of the paper; of one question where one is named.
with own as (
  select sid from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope) where student_number = $studentNumber
),
mark as (
  select paper_code, question_no, score10 from read_parquet($package || '/question_score_*.parquet')
  where course_id = $courseId and sid in (from own)
),
-- the paper the student sat
question as (
  from read_parquet($package || '/question.parquet')
  where course_id = $courseId and paper_code in (select paper_code from mark)
    and ($questionNo is null or question_no = $questionNo) and ($questionId is null or question_id = $questionId)
),
hit as (
  select question_id, question_no, score10, full10 from question join mark using (paper_code, question_no)
)
-- rows
select question_no as part_name, marks(score10)::double as score, marks(full10)::double as full_score,
  (select sum(score10) from hit)::double / 10 as mark, (select sum(full10) from hit)::double / 10 as mark_full,
  count(*) over () as rows_total
from hit order by question_id limit $size offset $skip
