-- What the rows are held against: the exam, its courses, schools, classes, dictionaries.

create table exam as
select exam_mode, stage, try_cast(enter_year as integer) as enter_year, grade_code, arts_science,
  from_json(coalesce(area_codes, '[]'), '["VARCHAR"]') as area_codes
from raw_exam;

create table course as
select cast(course_id as integer) as course_id, course_name, cast(round(cast(exam_score as decimal(9, 1)) * 10) as integer) as full10
from raw_course;

-- every name a course goes by
create table course_word as
select course_name as word, course_name from course
union
select unnest(from_json(course_alias, '["VARCHAR"]')), course_name from raw_course;

create table word_of_dict as
select code, dict_value as word, dict_key from raw_dict
union
select code, dict_key, dict_key from raw_dict where dict_key is not null
union
select d.code, w.word, d.dict_key from dict_word w join raw_dict d on d.code = w.code and d.dict_value = w.means;

create table school as
select s.school_code, s.school_name, s.area_code, a.dict_value as area_name,
  len(e.area_codes) = 0 or list_contains(e.area_codes, s.area_code) as is_in_exam,
  case $level when 'all' then true when 'area' then list_contains(from_json($codes, '["VARCHAR"]'), s.area_code)
    else list_contains(from_json($codes, '["VARCHAR"]'), s.school_code) end as is_in_scope
from raw_school s
cross join exam e
left join raw_dict a on a.code = 'exam_area' and a.dict_key = s.area_code;
