-- F01: a row that does not say who, where or in which class.
select row_id, missing.target, missing.word || '为空' as text
from (
  select row_id, unnest(list_filter([
    case when coalesce(student_number, '') = '' then {target: 'studentNumber', word: '考号'} end,
    case when coalesce(student_name, '') = '' then {target: 'studentName', word: '姓名'} end,
    case when school_text = '' and school_code_text = '' then {target: 'schoolText', word: '学校'} end,
    case when class_text = '' then {target: 'classText', word: '班级'} end], lambda x: x is not null)) as missing
  from entry)
