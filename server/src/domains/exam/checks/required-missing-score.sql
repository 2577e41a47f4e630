-- F01: a mark that belongs to nobody.
select row_id, 'studentNumber' as target, '考号为空' as text from entry where coalesce(student_number, '') = ''
