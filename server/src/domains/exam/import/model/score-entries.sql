-- entry: one row per sheet row · mark_cell: one row per cell that may be a mark.
create table place as
pivot (select file_no, sheet_no, target, column_no from sheet_column) on target in ('studentNumber', 'studentName', 'courseName', 'scoreText')
using max(column_no) group by file_no, sheet_no;

create table entry as
with typed as (
  select s.row_id, s.row_no, replace(cell(s.cells, p.studentNumber), ' ', '') as student_number,
    person(cell(s.cells, p.studentName)) as student_name, cell(s.cells, p.courseName) as course_text
  from staged s join place p using (file_no, sheet_no)
)
select t.*, r.id as roster_id, r.choice_id
from typed t left join roster r on r.student_number = t.student_number
where coalesce(t.student_number, '') not like '示例%';

-- has_whole: the sheet has a column of the course beside those of its parts
create table course_column as
select c.file_no, c.sheet_no, c.column_no, k.course_id, c.part,
  bool_or(c.part = 'score') over (partition by c.file_no, c.sheet_no, k.course_id) as has_whole
from sheet_column c join course k using (course_name);

-- A view: millions of texts are better read twice than kept. Cells are taken in place, lists are not copied.
create view mark_cell as
select s.row_id, c.course_id, c.part, c.has_whole, c.column_no, s.cells[c.column_no + 1] as text
from staged s join course_column c using (file_no, sheet_no)
union all
select s.row_id, k.course_id, 'score', true, p.scoreText, coalesce(s.cells[p.scoreText + 1], '')
from staged s
join place p using (file_no, sheet_no)
join entry e using (row_id)
join course_word w on w.word = e.course_text
join course k on k.course_name = w.course_name
where p.scoreText is not null;
