-- The students whose marks of one question, or of any of a whole paper, are others than in the version before, as far as they are in
-- sight, with the sums of both.
with seen as (
  from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope)
),
new_mark as (
  from question_marks($package, $courseId, $questionNo)
),
old_mark as (
  from question_marks($before, $beforeCourseId, $questionNo)
),
hit as (
  select seen.*, n.sum10, o.sum10 as old10
  from seen left join new_mark n using (student_number) left join old_mark o using (student_number)
  where n.marks is distinct from o.marks
)
-- rows
select student_number, student_code, student_name, area_name, school_name, class_name, marks(sum10)::double as score,
  marks(old10)::double as old_score, count(*) over () as rows_total
from hit order by area_sort, school_sort, class_sort, student_number limit $size offset $skip
