-- entry: one row per sheet row · mark_text_of: one row per course cell · score: one row per mark that will be stored.
create table place as
pivot (select file_no, sheet_no, target, column_no from sheet_column) on target in ('studentNumber', 'studentName', 'courseName', 'scoreText')
using max(column_no) group by file_no, sheet_no;

create table entry as
select s.row_id, s.row_no, replace(cell(s.cells, p.studentNumber), ' ', '') as student_number,
  person(cell(s.cells, p.studentName)) as student_name,
  cell(s.cells, p.courseName) as course_text
from staged s join place p using (file_no, sheet_no)
where coalesce(cell(s.cells, p.studentNumber), '') not like '示例%';

-- The columns are the small side: each staged row is read in place, its cells are not copied once per course.
create table mark_text_of as
select s.row_id, c.course_name, c.part, coalesce(s.cells[c.column_no + 1], '') as text, c.target
from staged s join sheet_column c using (file_no, sheet_no) where c.course_name is not null
union all
select s.row_id, w.course_name, 'score', coalesce(s.cells[p.scoreText + 1], ''), 'scoreText'
from staged s join place p using (file_no, sheet_no)
join entry e using (row_id) join course_word w on w.word = e.course_text
where p.scoreText is not null;
