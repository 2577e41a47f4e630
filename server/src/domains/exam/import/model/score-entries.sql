-- entry: one row per sheet row · mark_cell: one row per cell that may be a mark.
create table entry as
select t.* exclude (score_text, course_name), t.course_name as course_text, r.id as roster_id, r.choice_id
from sheet_row t left join roster r on r.student_number = t.student_number;

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
