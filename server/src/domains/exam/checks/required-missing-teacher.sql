-- F01: a row that does not say which class of which school, or for which course.
select row_id, missing.target, missing.word || '为空' as text
from (
  select row_id, unnest(list_filter([
    case when school_text = '' and school_code_text = '' then {target: 'schoolText', word: '学校'} end,
    case when class_text = '' then {target: 'classText', word: '班级'} end,
    case when course_text = '' then {target: 'courseName', word: '科目'} end], lambda x: x is not null)) as missing
  from entry)
