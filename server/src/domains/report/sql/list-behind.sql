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
-- a line of one stream is drawn among its students alone
stream as (
  select coalesce(max(arts_science), 0) as drawn_for from read_parquet($package || '/score_line.parquet') where line_no = $lineNo
),
drawn as (
  select max(line10) filter (course_id = coalesce($courseId, 0)) as own_line10,
    max(line10) filter (course_id = 0) as total_line10,
    max(critical_low10) filter (course_id = coalesce($courseId, 0)) as low_line10,
    max(critical_high10) filter (course_id = coalesce($courseId, 0)) as high_line10
  from read_parquet($package || '/score_line.parquet') where line_no = $lineNo
),
edge as (
  select max10, min10
  from units_in($package, $unitGrain, $areaScope, $schoolScope, $classScope, null)
  where course_id = coalesce($courseId, 0) and ($code is null or unit_code = $code) limit 1
),
-- marks and statuses lie in the order of the courses' numbers, as the pass marks do; an exemption is no failure
passed as (
  select sid from (select sid, [*columns('^c[0-9]+$')] as marks, [*columns('^s[0-9]+$')] as statuses from seen where $behind = 'allPass'),
    (select list(if(is_in_total = 1, pass10, null) order by course_id) as lines
      from read_parquet($package || '/course.parquet') where course_id > 0)
  where len(list_filter(range(1, len(lines) + 1), lambda n:
    lines[n] is not null and statuses[n] <> 6 and coalesce(marks[n] < lines[n], true))) = 0
),
-- the marks at which the best and the worst 27 % of everyone are cut off
everyone as not materialized (
  from read_parquet($package || '/student.parquet')
),
sitting as (
  select score10 as got10 from with_course(everyone, $courseId) where course_rank is not null and $behind = 'ends'
),
cut as (
  select best10, worst10 from ends_of(sitting)
),
hit as materialized (
  select file_row_number as place, score10, area_sort, school_sort, class_sort, student_number, sid
  from own cross join line cross join stream left join edge on true left join drawn on true cross join cut
  where drawn_for in (0, own.arts_science) and case $behind
    when 'plan' then course_status is not null and (is_count = 1 or not $isCountOnly)
    when 'absent' then course_status = 1 and (is_count = 1 or not $isCountOnly)
    when 'zero' then course_status = 2 and (is_count = 1 or not $isCountOnly)
    when 'other' then course_status <> 1 and course_rank is null and (is_count = 1 or not $isCountOnly)
    when 'ends' then course_rank is not null and (score10 >= best10 or score10 <= worst10)
    when 'sat' then course_rank is not null
    when 'excellent' then course_rank is not null and score10 >= excellent10
    when 'good' then course_rank is not null and score10 >= good10
    when 'pass' then course_rank is not null and score10 >= pass10
    when 'low' then course_rank is not null and score10 < low10
    when 'fullMark' then course_rank is not null and score10 >= full10
    when 'allPass' then coalesce($courseId, 0) = 0 and course_rank is not null and sid in (select sid from passed)
    when 'highest' then course_rank is not null and score10 = max10
    when 'lowest' then course_rank is not null and score10 = min10
    when 'online' then course_status is not null and (is_count = 1 or not $isCountOnly) and total10 >= total_line10
    when 'single' then course_status is not null and (is_count = 1 or not $isCountOnly) and score10 >= own_line10
    when 'double' then course_status is not null and (is_count = 1 or not $isCountOnly) and total10 >= total_line10 and score10 >= own_line10
    when 'miss' then course_status is not null and (is_count = 1 or not $isCountOnly) and total10 >= total_line10 and not coalesce(score10 >= own_line10, false)
    when 'below' then course_status is not null and (is_count = 1 or not $isCountOnly) and score10 >= low_line10 and score10 < own_line10
    when 'above' then course_status is not null and (is_count = 1 or not $isCountOnly) and score10 >= own_line10 and score10 < high_line10
    when 'firstN' then course_rank <= $frontN
    when 'firstNOfTotal' then all_rank <= $frontN
    when 'band' then course_rank is not null and coalesce(score10 >= $from10, true) and coalesce(score10 < $to10, true)
      and coalesce(own.arts_science = $stream, true)
    else false
  end
),
wanted as (
  select place, score10 from hit order by area_sort, school_sort, class_sort, student_number, sid limit $size offset $skip
)
-- rows
select student_number, student_code, student_name, area_name, school_name, class_name, marks(score10)::double as score,
  (select count(*) from hit) as rows_total
from read_parquet($package || '/student.parquet', file_row_number = true) join wanted on file_row_number = place
where file_row_number in (select place from wanted)
order by area_sort, school_sort, class_sort, student_number, sid
