-- 学生成绩查询: students of one exam by number, code, name or unit; the caller walks over the exams.
with hit as not materialized (
  select *, file_row_number as place
  from students_in($package, $areaScope, $schoolScope, $classScope, $schoolGroup, $studentScope)
  where ($studentCode is null or student_code = $studentCode)
    and ($studentNumber is null or student_number = $studentNumber)
    and ($studentName is null or contains(student_name, $studentName))
),
wanted as (
  select place from hit order by place limit $size offset $skip
),
page as (
  select * from read_parquet($package || '/student.parquet', file_row_number = true)
  where file_row_number in (select place from wanted)
),
paper as (
  from papers_of(page, $package)
),
-- keyed by the name of the course: courses of several exams meet in one table
cells as (
  select sid, to_json(list(
    mark_cell(course_name, course_name, course_sort, score10, all_rank, status, level_name, level10)
  )) as cells
  from paper group by sid
)
-- rows
select $examId as exam_id, $examName as exam_name, $beginDate as begin_date,
  student_number, student_code, student_name,
  area_code, area_name, school_code, school_name, class_code, class_name,
  marks(total10) as total_score, all_rank, area_rank, school_rank, class_rank, group_rank, combination_name, rank_prev, rank_prev - all_rank as rank_change,
  half_up(t, 2) as t_score, half_up(pr, 2) as pr, cells
from page left join cells using (sid)
order by file_row_number
-- totals
select count(*) as rows_total from hit
-- heads
select to_json(list(mark_head(course_name, course_name, course_sort, is_level) order by course_sort)) as cells
from courses_of(hit, $package)
