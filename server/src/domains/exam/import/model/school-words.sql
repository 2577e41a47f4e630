-- Every text by which exactly one school is meant: its name, its short name, a name remembered from an earlier file.
create table school_word as
select word, any_value(school_code) as school_code
from (
  select alias as word, school_code from raw_alias
  union
  select school_name, school_code from raw_school where school_name not in (select alias from raw_alias)
  union
  select school_short_name, school_code from raw_school
  where school_short_name is not null and school_short_name not in (select alias from raw_alias)
)
group by word
having count(distinct school_code) = 1;

-- classes of the exam's year, by name and by number
create table klass as
select c.school_code, c.class_code, c.class_name, cast(c.class_no as integer) as class_no
from raw_class c cross join exam e
where c.stage = e.stage
  and case when e.enter_year is null then c.grade_code = e.grade_code else cast(c.enter_year as integer) = e.enter_year end;

-- a name two classes of a school bear is none
create view class_of_name as
select school_code, class_name, any_value(class_code) as class_code from klass group by all having count(*) = 1;

create table grade as
select any_value(d.dict_value) as exam_grade from raw_dict d cross join exam e where d.code = 'exam_grade' and d.dict_key = e.grade_code;
