-- One row per student of the staged sheets. Null: the sheet has no such column, what is stored stays; '': the cell is blank.
create table place as
pivot (select file_no, sheet_no, target, column_no from sheet_column) on target in (
  'studentNumber', 'studentCode', 'studentName', 'gender', 'areaText', 'schoolText', 'schoolCodeText', 'classText',
  'studentNo', 'studentType', 'artsScience', 'courseCombination', 'examRoomNo', 'examRoomSeatNum', 'isCount')
using max(column_no) group by file_no, sheet_no;

create table typed as
select s.row_id, s.row_no,
  replace(cell(s.cells, p.studentNumber), ' ', '') as student_number,
  upper(replace(cell(s.cells, p.studentCode), ' ', '')) as student_code,
  person(cell(s.cells, p.studentName)) as student_name,
  cell(s.cells, p.gender) as gender_text,
  cell(s.cells, p.areaText) as area_text,
  coalesce(cell(s.cells, p.schoolText), '') as school_text,
  coalesce(upper(cell(s.cells, p.schoolCodeText)), '') as school_code_text,
  coalesce(cell(s.cells, p.classText), '') as class_text,
  cell(s.cells, p.studentNo) as student_no,
  cell(s.cells, p.studentType) as type_text,
  cell(s.cells, p.artsScience) as arts_text,
  combination_of(cell(s.cells, p.courseCombination)) as course_combination,
  cell(s.cells, p.examRoomNo) as exam_room_no,
  cell(s.cells, p.examRoomSeatNum) as seat_text,
  cell(s.cells, p.isCount) as count_text
from staged s join place p using (file_no, sheet_no)
where coalesce(cell(s.cells, p.studentNumber), '') not like '示例%';

-- an export shows student codes with stars; where the code is stored they mean: as it is
create table placed as
select t.* replace (case when t.student_code like '%***%' and t.student_number in (select student_number from raw_roster)
    then null else t.student_code end as student_code),
  coalesce(by_code.school_code, by_word.school_code) as school_code
from typed t
left join school by_code on by_code.school_code = t.school_code_text
left join school_word by_word on by_word.word = t.school_text;

create table entry as
select p.*, s.school_name, s.area_code, s.area_name, coalesce(s.is_in_exam, false) as is_in_exam,
  coalesce(s.is_in_scope, true) as is_in_scope,
  coalesce(named.class_code, numbered.class_code) as class_code,
  coalesce(named.class_name, numbered.class_name, p.class_text) as exam_class,
  case when p.gender_text is null then null else coalesce(gender.dict_key, '') end as gender,
  case when p.type_text is null then null else coalesce(type.dict_key, '') end as student_type,
  case when p.arts_text is null then null else coalesce(arts.dict_key, '') end as arts_science,
  case when p.count_text in ('', '是', '1') or p.count_text is null
    then case when coalesce(p.count_text, '') = '' and type.dict_key = '2' then 0 when p.count_text is null then null else 1 end
    else 0 end as is_count
from placed p
left join school s on s.school_code = p.school_code
left join klass named on named.school_code = p.school_code and named.class_name = p.class_text
left join (select school_code, class_no, any_value(class_code) as class_code, any_value(class_name) as class_name from klass group by all) numbered
  on numbered.school_code = p.school_code and numbered.class_no = class_no_of(p.class_text)
left join word_of_dict gender on gender.code = 'gender' and gender.word = p.gender_text
left join word_of_dict type on type.code = 'student_type' and type.word = p.type_text
left join word_of_dict arts on arts.code = 'arts_science'
  and arts.word = case p.arts_text when '文科' then '历史类' when '历史' then '历史类' when '理科' then '物理类' when '物理' then '物理类' else p.arts_text end;

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
