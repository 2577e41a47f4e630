-- The students of one unit behind a figure of a question, as far as they are in sight.
with question as (
  from questions_of($package, $courseId, $paperCode, $questionNo)
  where $questionId is null or question_id = $questionId order by question_id limit 1
),
mark as (
  select sid, score10 as question10, upper(coalesce(answer, '')) as letters
  from read_parquet($package || '/question_score_*.parquet')
  where course_id = $courseId and question_no = (select question_no from question)
    and paper_code = (select paper_code from question) and score10 is not null
),
student as not materialized (
  from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope)
),
-- the totals at which the best and the worst 27 % of everyone are cut off, where the figure is of them
everyone as not materialized (
  from read_parquet($package || '/student.parquet')
),
sitting as (
  select sid from with_course(everyone, $courseId)
  where course_rank is not null and $behind in ('answeredEnds', 'highChoice', 'lowChoice')
),
total as materialized (
  select sid, got10 from paper_totals($package, $courseId, (select paper_code from question)) semi join sitting using (sid)
),
cut as (
  select * from ends_of(total)
),
hit as materialized (
  select file_row_number as place, question10, area_sort, school_sort, class_sort, student_number, student.sid
  from with_course(student, $courseId) student join mark using (sid) cross join question cross join cut left join total using (sid)
  where course_rank is not null and case $behind
    when 'answered' then true
    when 'classAnswers' then true
    when 'answeredEnds' then got10 >= best10 or got10 <= worst10
    when 'fullAnswer' then question10 >= full10
    when 'zeroAnswer' then question10 = 0
    when 'choice' then is_choice(letters, is_multiple, $choice)
    when 'highChoice' then got10 >= best10 and is_choice(letters, is_multiple, $choice)
    when 'lowChoice' then got10 <= worst10 and is_choice(letters, is_multiple, $choice)
    else false
  end
),
wanted as (
  select place, question10 from hit order by area_sort, school_sort, class_sort, student_number, sid limit $size offset $skip
)
-- rows
select student_number, student_code, student_name, area_name, school_name, class_name, marks(question10)::double as score,
  (select count(*) from hit) as rows_total
from read_parquet($package || '/student.parquet', file_row_number = true) join wanted on file_row_number = place
where file_row_number in (select place from wanted)
order by area_sort, school_sort, class_sort, student_number, sid
