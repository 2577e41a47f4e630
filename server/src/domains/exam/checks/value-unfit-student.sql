-- F02: longer than the field, not among the texts of its dictionary, or masked.
select row_id, 'studentNumber' as target, '考号超过 20 个字符' as text from entry where len(student_number) > 20
union all select row_id, 'studentCode', '学籍号被 * 遮盖，请填写完整或清空' from entry where student_code like '%***%'
union all select row_id, 'classText', '班级超过 40 个字符' from entry where len(class_text) > 40
union all from unfit
