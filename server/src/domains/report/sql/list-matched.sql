-- The students of one unit who sat the entry exam too, told apart by their code, as far as they are in sight, with their marks of both.
-- derived: gained
with seen as not materialized (
  from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope)
),
matched as (
  select sid, old10 from derived
  where grain = 'student' and is_within($areaScope, area_code) and is_within($schoolScope, school_code)
),
hit as materialized (
  select file_row_number as place, old10, area_sort, school_sort, class_sort, student_number, sid from seen join matched using (sid)
),
wanted as (
  select place, old10 from hit order by area_sort, school_sort, class_sort, student_number, sid limit $size offset $skip
),
everyone as not materialized (
  from read_parquet($package || '/student.parquet', file_row_number = true)
)
-- rows
select student_number, student_code, student_name, area_name, school_name, class_name, marks(score10)::double as score,
  marks(old10)::double as old_score, (select count(*) from hit) as rows_total
from with_course(everyone, $courseId) join wanted on file_row_number = place
where file_row_number in (select place from wanted)
order by area_sort, school_sort, class_sort, student_number, sid
