-- Who sat a paper, as far as they are in sight, with the sum of their questions; or the best and the worst 27 % of everyone (F42).
with student as not materialized (
  from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope)
),
everyone as not materialized (
  from read_parquet($package || '/student.parquet')
),
sitting as (
  select sid from with_course(everyone, $courseId) where course_rank is not null
),
total as materialized (
  select sid, got10 from paper_totals($package, $courseId, $paperCode) semi join sitting using (sid)
),
cut as (
  select * from ends_of(total)
),
hit as materialized (
  select file_row_number as place, got10, area_sort, school_sort, class_sort, student_number, student.sid
  from student join total using (sid) cross join cut
  where $behind = 'paperTakers' or got10 >= best10 or got10 <= worst10
),
wanted as (
  select place, got10 from hit order by area_sort, school_sort, class_sort, student_number, sid limit $size offset $skip
)
-- rows
select student_number, student_code, student_name, area_name, school_name, class_name, marks(got10)::double as score,
  (select count(*) from hit) as rows_total
from read_parquet($package || '/student.parquet', file_row_number = true) join wanted on file_row_number = place
where file_row_number in (select place from wanted)
order by area_sort, school_sort, class_sort, student_number, sid
