-- The students of one unit whose mark or status of a course is another one than in the version before, or who are in one of both alone, as
-- far as they are in sight, with both marks.
with new_seen as (
  from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope)
),
old_seen as (
  from students_in($before, $areaScope, $schoolScope, $classScope, null, $studentScope)
),
new_mark as (
  select *, course_status as status_now from with_course(new_seen, $courseId)
),
old_mark as (
  select *, course_status as status_then from with_course(old_seen, $beforeCourseId)
),
-- one who went to another unit is in the new version with the old mark
everyone_before as (
  from read_parquet($before || '/student.parquet')
),
then_mark as (
  select student_number, score10 as old10, course_status as status_then from with_course(everyone_before, $beforeCourseId)
),
hit as (
  select n.student_number, n.student_code, n.student_name, n.area_name, n.school_name, n.class_name, n.area_sort, n.school_sort, n.class_sort,
    n.score10, old10
  from new_mark n left join then_mark using (student_number)
  where n.score10 is distinct from old10 or n.status_now is distinct from status_then
  union all
  select o.student_number, o.student_code, o.student_name, o.area_name, o.school_name, o.class_name, o.area_sort, o.school_sort, o.class_sort,
    null, o.score10
  from old_mark o anti join (select student_number from read_parquet($package || '/student.parquet')) using (student_number)
  where o.score10 is not null or o.status_then is not null
)
-- rows
select student_number, student_code, student_name, area_name, school_name, class_name, marks(score10)::double as score,
  marks(old10)::double as old_score, count(*) over () as rows_total
from hit order by area_sort, school_sort, class_sort, student_number limit $size offset $skip
