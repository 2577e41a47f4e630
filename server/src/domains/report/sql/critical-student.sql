-- 临界生: who stands next to a line of the total, best first, and by how much each course misses its own line.
with whole as (
  select line_no, arts_science, is_main, line10, critical_low10, critical_high10, period_name,
    line_name(period_name, arts_science) as line_name
  from read_parquet($package || '/score_line.parquet')
  where course_id = 0 and ($artsScience is null or arts_science = $artsScience::int)
),
drawn as (
  from whole
  where period_name = coalesce($periodName, (select period_name from whole order by is_main desc, line_no limit 1))
),
near as not materialized (
  select student.*, file_row_number as place, line_no
  from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope) student
  join drawn on total10 >= critical_low10 and total10 < critical_high10
    and drawn.arts_science in (0, student.arts_science)
    and ($side is null or (total10 >= line10) = ($side = 'above'))
  where all_rank is not null
),
wanted as (
  select place, line_no from near order by line_no, place limit $size offset $skip
),
page as (
  select * from read_parquet($package || '/student.parquet', file_row_number = true)
  where file_row_number in (select place from wanted)
),
paper as (
  select wanted.line_no, papers.*, score10 - line10 as gap10
  from papers_of(page, $package) papers
  join page using (sid)
  join wanted on wanted.place = page.file_row_number
  left join read_parquet($package || '/score_line.parquet') line
    on line.line_no = wanted.line_no and line.course_id = papers.course_id
),
cells as (
  select sid, line_no, to_json(list({
      key: 'c' || course_id, title: course_name, sort: course_sort, score: marks(score10), gap: marks(gap10), status: status
    })) as cells,
    string_agg(course_name, '、' order by gap10, course_sort) filter (where gap10 < 0) as weak_courses
  from paper group by sid, line_no
)
-- rows
select line_name, line_no, student_number, student_code, student_name,
  area_code, area_name, school_code, school_name, class_code, class_name,
  marks(total10) as total_score, marks(total10 - line10) as gap, weak_courses, cells, (select count(*) from near) as rows_total
from page
join wanted on file_row_number = place
join drawn using (line_no)
left join cells using (sid, line_no)
order by line_no, place
-- heads
select to_json(list({
    key: 'c' || course_id, title: course_name, sort: course_sort, score: null, gap: null, status: null
  } order by course_sort)) as cells
from courses_of(near, $package)
