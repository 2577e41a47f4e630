-- S08: not G or J with a checked 18-digit number, nor L with 18.
select row_id, 'studentCode' as target, '学籍号格式错误' as text
from student where student_code <> '' and row_id is not null and not is_student_code(student_code)
