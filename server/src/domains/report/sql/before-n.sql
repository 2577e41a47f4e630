-- 前N名学生: the first N of all, of each area or of each school by the total, with the course that stands furthest back.
with ranked as not materialized (
  select *, file_row_number as place,
    case $within when 'area' then area_rank when 'school' then school_rank else all_rank end as rank
  from students_in($package, $areaScope, $schoolScope, $classScope, $schoolGroup, $studentScope)
),
hit as not materialized (
  from ranked where rank <= $countNum
),
wanted as (
  select place, rank from hit order by rank, place limit $size offset $skip
),
page as (
  select * from read_parquet($package || '/student.parquet', file_row_number = true)
  where file_row_number in (select place from wanted)
),
paper as (
  from papers_of(page, $package)
),
weak as (
  select sid, first(course_name order by ratio_key(all_rank, student_num) desc, course_sort) as weak_course
  from paper join (
    select course_id, student_num from read_parquet($package || '/quota.parquet') where grain = 'all' and course_id > 0
  ) sat using (course_id)
  where all_rank is not null group by sid
),
cells as (
  select sid, to_json(list(
    mark_cell('c' || course_id, course_name, course_sort, score10, all_rank, status, level_name, level10)
  )) as cells
  from paper group by sid
)
-- rows
select rank, student_number, student_code, student_name,
  area_code, area_name, school_code, school_name, class_code, class_name,
  marks(total10) as total_score, weak_course, cells, (select count(*) from hit) as rows_total
from page join wanted on file_row_number = place left join weak using (sid) left join cells using (sid)
order by rank, place
-- heads
select to_json(list(mark_head('c' || course_id, course_name, course_sort, is_level) order by course_sort)) as cells
from courses_of(hit, $package)
