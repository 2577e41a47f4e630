-- F01: a row that does not say who, where or in which class.
select row_id, unnest(list_filter([
    case when coalesce(student_number, '') = '' then 'studentNumber' end,
    case when coalesce(student_name, '') = '' then 'studentName' end,
    case when school_text = '' and school_code_text = '' then 'schoolText' end,
    case when class_text = '' then 'classText' end], lambda x: x is not null)) as target,
  '必填内容为空' as text
from entry
