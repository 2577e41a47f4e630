-- What the rows are held against: the exam, its courses, schools, classes, dictionaries.

create table exam as
select exam_mode, stage, try_cast(enter_year as integer) as enter_year, grade_code, arts_science,
  from_json(coalesce(area_codes, '[]'), '["VARCHAR"]') as area_codes
from raw_exam;

create table course as
select cast(course_id as integer) as course_id, course_name, cast(round(cast(exam_score as decimal(9, 1)) * 10) as integer) as full10
from raw_course;

-- every name a course goes by: its own, its aliases, and words only one course may be meant by
create table course_word as
with called as (
  select course_name as word, course_name from course
  union
  select unnest(from_json(course_alias, '["VARCHAR"]')), course_name from raw_course
)
from called
union
select s.word, any_value(c.course_name) from short_word s join called c on c.word = s.name
where s.word not in (select word from called)
group by s.word having count(distinct c.course_name) = 1;

-- a word means one key: that of the text it is, else the key it is, else what it is typed for
create table word_of_dict as
select code, word, min_by(dict_key, (nth, dict_key)) as dict_key
from (
  select code, dict_value as word, dict_key, 1 as nth from raw_dict
  union all
  select code, dict_key, dict_key, 2 from raw_dict where dict_key is not null
  union all
  select d.code, w.word, d.dict_key, 3 from dict_word w join raw_dict d on d.code = w.code and d.dict_value = w.means
)
group by code, word;

create table school as
select s.school_code, s.school_name, s.area_code, a.dict_value as area_name,
  len(e.area_codes) = 0 or list_contains(e.area_codes, s.area_code) as is_in_exam,
  case $level when 'all' then true when 'area' then list_contains(from_json($codes, '["VARCHAR"]'), s.area_code)
    else list_contains(from_json($codes, '["VARCHAR"]'), s.school_code) end as is_in_scope
from raw_school s
cross join exam e
left join raw_dict a on a.code = 'exam_area' and a.dict_key = s.area_code;
