-- 高中成绩排名（学生）: by 位次; the file lies in the order of the totals, so only equal totals change their places.
with hit as not materialized (
  select *, file_row_number as place
  from students_in($package, $areaScope, $schoolScope, $classScope, $schoolGroup, $studentScope)
  where $studentType is null or student_type = try_cast($studentType as tinyint)
),
wanted as (
  select place from hit order by seq_rank nulls last, place limit $size offset $skip
),
page as (
  select * from read_parquet($package || '/student.parquet', file_row_number = true)
  where file_row_number in (select place from wanted)
),
paper as (
  from papers_of(page, $package)
),
cells as (
  select sid, to_json(list(
    mark_cell('c' || course_id, course_name, course_sort, score10, all_rank, status, level_name, level10)
  )) as cells
  from paper group by sid
)
-- rows
select seq_rank, all_rank, area_rank, school_rank, class_rank, group_rank, combination_name, student_number, student_code, student_name,
  area_code, area_name, school_code, school_name, class_code, class_name, course_combination,
  marks(total10) as total_score, half_up(t, 2) as t_score, cells,
  (select count(*) from hit) as rows_total
from page left join cells using (sid)
order by seq_rank nulls last, file_row_number
-- heads
select to_json(list(mark_head('c' || course_id, course_name, course_sort, is_level) order by course_sort)) as cells
from courses_of(hit, $package)
