-- F01: a row that does not say which class of which school, or for which course.
select row_id, unnest(list_filter([
    case when school_text = '' and school_code_text = '' then 'schoolText' end,
    case when class_text = '' then 'classText' end,
    case when course_text = '' then 'courseName' end], lambda x: x is not null)) as target,
  '必填内容为空' as text
from entry
