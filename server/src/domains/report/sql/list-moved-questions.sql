-- The students whose marks of one question, or of any of a whole paper, are others than in the version before, as far as they are in
-- sight, with the sums of both. Marks lie in the order of their questions: of one question little is read.
with known as (
  select paper_code, question_no from read_parquet($package || '/question.parquet') where course_id = $courseId
  union
  select paper_code, question_no from read_parquet($before || '/question.parquet') where course_id = $beforeCourseId
),
asked as (
  select paper_code, min(question_no) as lowest, max(question_no) as highest
  from known where question_title(paper_code, question_no) = $questionNo or question_title(paper_code, '整卷') = $questionNo
  group by paper_code
),
seen as (
  from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope)
),
new_mark as (
  from question_marks($package, $courseId, (select paper_code from asked), (select lowest from asked), (select highest from asked))
),
old_mark as (
  select student_number, sum10, marks
  from question_marks($before, $beforeCourseId, (select paper_code from asked), (select lowest from asked), (select highest from asked))
  join read_parquet($before || '/student.parquet') using (sid)
),
hit as (
  select seen.*, n.sum10, o.sum10 as old10
  from seen left join new_mark n using (sid) left join old_mark o using (student_number)
  where n.marks is distinct from o.marks
)
-- rows
select student_number, student_code, student_name, area_name, school_name, class_name, marks(sum10)::double as score,
  marks(old10)::double as old_score, count(*) over () as rows_total
from hit order by area_sort, school_sort, class_sort, student_number limit $size offset $skip
