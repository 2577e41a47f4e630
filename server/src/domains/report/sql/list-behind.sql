-- The students of one unit behind a figure, as far as they are in sight: who is counted, by what, in which course.
with seen as (
  from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope)
),
own as (
  from with_course(seen, $courseId)
),
line as (
  from read_parquet($package || '/course.parquet') where course_id = coalesce($courseId, 0)
),
edge as (
  select max10, min10
  from units_in($package, $unitGrain, $areaScope, $schoolScope, $classScope, null)
  where course_id = coalesce($courseId, 0) and ($code is null or unit_code = $code) limit 1
),
failed as (
  select distinct sid from papers_of(seen, $package) join read_parquet($package || '/course.parquet') using (course_id)
  where $behind = 'allPass' and course_id > 0 and is_in_total = 1 and status <> 6 and (score10 is null or score10 < pass10)
),
hit as (
  select own.* from own cross join line left join edge on true
  where case $behind
    when 'plan' then course_status is not null and (is_count = 1 or not $isCountOnly)
    when 'absent' then course_status = 1 and (is_count = 1 or not $isCountOnly)
    when 'zero' then course_status = 2 and (is_count = 1 or not $isCountOnly)
    when 'other' then course_status <> 1 and course_rank is null and (is_count = 1 or not $isCountOnly)
    when 'sat' then course_rank is not null
    when 'excellent' then course_rank is not null and score10 >= excellent10
    when 'good' then course_rank is not null and score10 >= good10
    when 'pass' then course_rank is not null and score10 >= pass10
    when 'low' then course_rank is not null and score10 < low10
    when 'fullMark' then course_rank is not null and score10 >= full10
    when 'allPass' then coalesce($courseId, 0) = 0 and course_rank is not null and sid not in (select sid from failed)
    when 'highest' then course_rank is not null and score10 = max10
    when 'lowest' then course_rank is not null and score10 = min10
    else false
  end
)
-- rows
select student_number, student_code, student_name, area_name, school_name, class_name, marks(score10)::double as score
from hit order by area_sort, school_sort, class_sort, student_number, sid limit $size offset $skip
-- totals
select count(*) as rows_total from hit
