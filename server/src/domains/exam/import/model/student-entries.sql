-- One row per student of the staged sheets. Null: the sheet has no such column, what is stored stays; '': the cell is blank.
-- Who has no number in the sheet has that of the exam's locked seating plan, by student code.
-- An export shows student codes with stars; where the code is stored they mean: as it is.
create table placed as
select r.* replace (
    case when r.student_code like '%***%' and r.student_number in (select student_number from raw_roster)
      then null else r.student_code end as student_code,
    coalesce(nullif(r.student_number, ''), plan.student_number) as student_number,
    coalesce(r.school_text, '') as school_text,
    coalesce(r.school_code_text, '') as school_code_text,
    coalesce(r.class_text, '') as class_text),
  coalesce(by_code.school_code, by_word.school_code) as school_code
from sheet_row r
left join raw_plan plan on plan.student_code = r.student_code
left join school by_code on by_code.school_code = r.school_code_text
left join school_word by_word on by_word.word = r.school_text;

-- who has left counts only where the sheet says so
create table entry as
select p.* replace (
    case when coalesce(p.is_count_text, '') = '' and p.student_type = '2' then '0'
      when p.is_count_text = '' then '1' else p.is_count end as is_count),
  s.school_name, s.area_code, s.area_name, coalesce(s.is_in_exam, false) as is_in_exam,
  coalesce(s.is_in_scope, true) as is_in_scope,
  coalesce(named.class_code, numbered.class_code) as class_code,
  coalesce(named.class_name, numbered.class_name, p.class_text) as exam_class
from placed p
left join school s on s.school_code = p.school_code
left join class_of_name named on named.school_code = p.school_code and named.class_name = p.class_text
left join (select school_code, class_no, any_value(class_code) as class_code, any_value(class_name) as class_name from klass group by all) numbered
  -- a number is looked for in what no class is called
  on numbered.school_code = p.school_code and numbered.class_no = case when named.class_code is null then class_no_of(p.class_text) end;

-- the exam's list as it would be afterwards; row_id is null where a row is not touched
create table student as
select row_id, student_number, coalesce(student_code, '') as student_code, student_name, school_code, class_code,
  coalesce(nullif(class_code, ''), class_text) as class_key, class_text, coalesce(course_combination, '') as course_combination,
  coalesce(arts_science, '') as arts_science
from entry
union all by name
select null as row_id, student_number, coalesce(student_code, '') as student_code, student_name, school_code, class_code,
  coalesce(class_code, exam_class) as class_key, exam_class as class_text, coalesce(course_combination, '') as course_combination,
  coalesce(arts_science, '') as arts_science
from raw_roster where student_number not in (select student_number from entry where student_number is not null);
