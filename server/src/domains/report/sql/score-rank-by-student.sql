-- 成绩排名（学生）: the file lies in the order of the list, so a page is a few places in it.
-- Only the page is unpivoted from its course columns (c: score, r: rank, s: status).
with hit as not materialized (
  select file_row_number as place
  from read_parquet($package || '/student.parquet', file_row_number = true)
  where ($areaScope is null or list_contains($areaScope, area_code))
    and ($schoolScope is null or list_contains($schoolScope, school_code))
    and ($classScope is null or list_contains($classScope, class_code))
    and ($schoolGroup is null or school_group = $schoolGroup)
),
wanted as (
  select place from hit order by place limit $size offset $skip
),
page as (
  select * from read_parquet($package || '/student.parquet', file_row_number = true)
  where file_row_number in (select place from wanted)
),
single as (
  select sid, name[1] as kind, name[2:]::integer as course_id, value
  from (unpivot (select sid, columns('^[crs][0-9]+$')::integer from page) on columns('^[crs][0-9]+$'))
),
course as not materialized (
  select course_id, course_name, sort as course_sort
  from read_parquet($package || '/course.parquet') where course_id > 0
),
cell as (
  select sid, course_id, max(value) filter (kind = 'c') as score10, max(value) filter (kind = 'r') as all_rank,
    max(value) filter (kind = 's') as status
  from single group by sid, course_id
),
cells as (
  select sid, list({
    key: 'c' || course_id, title: course_name, sort: course_sort, score: marks(score10), all_rank: cell.all_rank, status: cell.status
  } order by course_sort) as cells
  from cell join course using (course_id) group by sid
)
-- rows
select all_rank, area_rank, school_rank, class_rank, student_number, student_code, student_name,
  area_code, area_name, school_code, school_name, class_code, class_name, course_combination,
  marks(total10) as total_score, half_up(t, 2) as t_score, half_up(pr, 2) as pr, cells,
  (select count(*) from hit) as rows_total
from page left join cells using (sid)
order by file_row_number
