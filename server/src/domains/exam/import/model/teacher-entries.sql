-- entry: one row per sheet row · teaching: one row per class, course and teacher the rows name.
create table entry as
with placed as (
  select r.* exclude (school_text, school_code_text, class_text, course_name),
    coalesce(r.school_text, '') as school_text, coalesce(r.school_code_text, '') as school_code_text,
    coalesce(r.class_text, '') as class_text, r.course_name as course_text,
    coalesce(by_code.school_code, by_word.school_code) as school_code
  from sheet_row r
  left join school by_code on by_code.school_code = r.school_code_text
  left join school_word by_word on by_word.word = r.school_text
)
select p.*, s.school_name, s.area_code, s.area_name, coalesce(s.is_in_exam, false) as is_in_exam,
  coalesce(s.is_in_scope, true) as is_in_scope,
  coalesce(named.class_code, numbered.class_code) as class_code,
  coalesce(named.class_name, numbered.class_name, p.class_text) as exam_class
from placed p
left join school s on s.school_code = p.school_code
left join class_of_name named on named.school_code = p.school_code and named.class_name = p.class_text
left join (select school_code, class_no, any_value(class_code) as class_code, any_value(class_name) as class_name from klass group by all) numbered
  on numbered.school_code = p.school_code and numbered.class_no = class_no_of(p.class_text);

-- The cells that may name teachers: the column of a course, or the one column of a row that names its course.
create table teacher_cell as
select e.row_id, c.course_name, c.target, cell(s.cells, c.column_no, s.is_plain) as names, null as codes
from entry e join staged s using (row_id) join sheet_column c on c.file_no = e.file_no and c.sheet_no = e.sheet_no
where c.course_name is not null
union all
select e.row_id, w.course_name, 'teacherName', e.teacher_name, e.teacher_code
from entry e join course_word w on w.word = e.course_text
where e.teacher_name is not null;

-- 张三、李四 are two; their numbers, if the sheet has them, stand in the same order. Said twice is said once.
create table teaching as
with one as (
  select row_id, course_name, target,
    unnest(list_filter(list_transform(string_split_regex(names, '[、,，;；/]'), lambda x: person(x)), lambda x: x <> '')) as teacher_name,
    generate_subscripts(list_filter(list_transform(string_split_regex(names, '[、,，;；/]'), lambda x: person(x)), lambda x: x <> ''), 1) as nth,
    codes
  from teacher_cell
)
select o.row_id, e.row_no, o.target, o.course_name, o.teacher_name,
  nullif((string_split_regex(coalesce(o.codes, ''), '[、,，;；/]'))[o.nth], '') as teacher_code,
  case when e.leader_text is null then null when e.leader_text in ('是', '1', o.teacher_name) then 1 else 0 end as is_class_leader,
  e.school_code, e.school_name, e.area_code, e.area_name, e.class_code, e.exam_class
from one o join entry e using (row_id)
qualify row_number() over (partition by e.class_code, o.course_name, o.teacher_name, teacher_code order by o.row_id, o.nth) = 1;
