-- The courses the total of one student in sight is made of: what counts of each, and of how much.
with own as (
  from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope) where student_number = $studentNumber
),
hit as (
  select papers.course_name, course_sort, coalesce(level10, score10) as counted10, full10
  from papers_of(own, $package) papers join read_parquet($package || '/course.parquet') course using (course_id)
  where is_in_total = 1 and status is not null
)
-- rows
select course_name as part_name, marks(counted10)::double as score, marks(full10)::double as full_score,
  (select sum(counted10) from hit)::double / 10 as mark, (select sum(full10) from hit)::double / 10 as mark_full,
  count(*) over () as rows_total
from hit order by course_sort limit $size offset $skip
