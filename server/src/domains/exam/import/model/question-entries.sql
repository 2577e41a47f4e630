-- entry: one row per sheet row · mark_cell: one narrow row per cell that may be a mark.
create table entry as
select t.* exclude (question_no, mark_text), t.question_no as question_text, r.id as roster_id, k.course_id, p.paper_code
from sheet_row t
join sheet_paper p using (file_no, sheet_no)
join course k using (course_name)
left join roster r on r.student_number = t.student_number;

-- A view: millions of texts are better read twice than kept.
create view mark_cell as
select s.row_id, q.question_id, cast(c.column_no as smallint) as column_no, s.cells[c.column_no + 1] as text
from staged s
join question_column c using (file_no, sheet_no)
join sheet_paper p using (file_no, sheet_no)
join question q on q.course_name = p.course_name and q.paper_code = p.paper_code and q.question_no = c.question_no
union all
select e.row_id, q.question_id, cast(p.markText as smallint), coalesce(s.cells[p.markText + 1], '')
from staged s
join place p using (file_no, sheet_no)
join entry e using (row_id)
join question q on q.course_id = e.course_id and q.paper_code = e.paper_code and q.word = question_word(e.question_text)
where p.markText is not null;

-- What each distinct text of a question means: a few hundred stand for millions of cells.
create table mark_word as
with clean as (
  select question_id, text, upper(regexp_replace(halfwidth(text), '\s', '', 'g')) as word
  from (select distinct question_id, text from mark_cell)
), read as (
  select c.*, q.full10, q.is_objective, q.question_type, q.answer_key, q.option_num, q.part_kind, q.part10,
    c.word in ('', '-', '--', '—', '/', '空', '未答', '未作答', '缺', '缺考') as is_blank,
    try_cast(case when regexp_full_match(c.word, '[+-]?(\d{1,4}(\.\d*)?|\.\d+)分?') then rtrim(c.word, '分') end as decimal(12, 6)) as value,
    case when not q.is_objective then null
      when q.question_type = '3' then judged(c.word)
      when regexp_full_match(c.word, '[A-Z](.?[A-Z])*') then letters_of(c.word) end as letters
  from clean c join question q using (question_id)
)
select question_id, text, is_blank, cast(round(value * 10) as integer) as value10, letters as answer,
  value * 10 <> round(value * 10) as is_odd_step,
  not is_blank and value is null and letters is null as is_unread,
  letters is not null and (answer_key is null or (question_type <> '3' and ord(right(letters, 1)) > 64 + option_num)) as is_outside,
  cast(case
    when value is not null then round(value * 10)
    when letters is null then null
    when letters = answer_key then full10
    when part_kind is null or len(list_filter(string_split(letters, ''), lambda x: not contains(answer_key, x))) > 0 then 0
    when part_kind = 'half' then full10 // 2
    when part_kind = 'fixed' then part10
    else least(part10 * len(letters), full10) end as smallint) as score10
from read;

-- Who has no answer at all was not there; a blank of somebody who was is no mark, and counts 0 unless he chose another question.
create table mark as
with cell as (
  select c.row_id, c.question_id, c.column_no, w.score10, w.answer, w.is_blank
  from mark_cell c join mark_word w using (question_id, text)
), filled as (
  select row_id from cell group by row_id having bool_or(not is_blank)
), sat as (
  select distinct e.student_number, e.course_id from filled join entry e using (row_id)
), taken as (
  select e.* from entry e semi join sat s on s.student_number = e.student_number and s.course_id = e.course_id
)
select c.row_id, c.question_id, c.column_no, e.student_number, cast(e.course_id as smallint) as course_id, e.paper_code, q.question_no,
  case when c.is_blank and q.leaf_group is null and q.top_group is null then 0 else c.score10 end as score10, c.answer
from cell c
join taken e using (row_id)
join question q using (question_id);

-- Marks of one student for one question beyond the first. Only who stands in several rows has any, or in a sheet with two columns of it.
create table twice as
with several as (
  select student_number, course_id from entry group by all having count(*) > 1
), doubled as (
  select distinct file_no, sheet_no from question_column group by file_no, sheet_no, question_no having count(*) > 1
), suspect as (
  from several
  union
  select e.student_number, e.course_id from entry e semi join doubled using (file_no, sheet_no)
)
select m.student_number, m.course_id, m.question_no, count(*) as n
from mark m semi join suspect s on s.student_number = m.student_number and s.course_id = m.course_id
group by all having count(*) > 1;

-- What would be staged of the students the sheets name, each by one of his rows.
create view merged as
select row_id, question_id, paper_code, score10 from mark
union all
select e.row_id, q.question_id, s.paper_code, s.score10
from stored_mark s
join (select student_number, course_id, min(row_id) as row_id from mark group by all) e
  on e.student_number = s.student_number and e.course_id = s.course_id
anti join mark m on m.student_number = s.student_number and m.course_id = s.course_id and m.question_no = s.question_no
left join question q on q.course_id = s.course_id and q.paper_code = s.paper_code and q.question_no = s.question_no;

create view draft as
select m.row_id, case when s.question_no is null then 'fresh'
  when (m.paper_code, m.score10, m.answer) is distinct from (s.paper_code, s.score10, s.answer) then 'changed' else 'unchanged' end as kind
from mark m left join stored_mark s using (student_number, course_id, question_no);
