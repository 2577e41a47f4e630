-- S04: the school has no such class in this year.
select row_id, 'classText' as target, '班级「' || class_text || '」不存在' as text
from entry where school_code is not null and class_text <> '' and class_code is null
