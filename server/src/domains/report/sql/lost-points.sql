-- 学生成绩单: the knowledge points that cost each student of a school the most marks, $most of each student.
-- As in F49 a question counts for a point by its share; one left out costs its marks, one of a choice that was not taken nothing.
-- A mark that does not count (cheated, absent) is not told by its questions either.
with student as not materialized (
  from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope)
),
marked as (
  select sid, course_id from papers_of(student, $package) where score10 is not null
),
part as (
  select q.course_id, q.paper_code, q.question_no, q.full10, q.is_choice, p.point_no, p.point_name, p.share
  from read_parquet($package || '/question.parquet') q
  join read_parquet($package || '/question_point.parquet') p using (question_id)
),
lost as (
  select student_number, course_id, point_no, any_value(point_name) as point_name,
    sum((full10 - coalesce(score10, 0)) * share)::bigint as lost, sum(full10 * share)::bigint as whole
  from student join read_parquet($package || '/question_score_*.parquet') using (sid)
  join marked using (sid, course_id)
  join part using (course_id, paper_code, question_no)
  where score10 is not null or is_choice = 0
  group by student_number, course_id, point_no
)
-- rows
select student_number, course_name, point_name, half_up(lost / 100000, 1) as lost, half_up(whole / 100000, 1) as whole
from lost join (select course_id, course_name, sort as course_sort from read_parquet($package || '/course.parquet')) using (course_id)
where lost > 0
qualify row_number() over (partition by student_number order by lost.lost desc, course_sort, point_no) <= $most
order by student_number, lost.lost desc, course_sort, point_no
