-- S07: the register knows the code under another name.
select s.row_id, 'studentCode' as target, '学籍库中该学籍号的姓名是「' || b.student_name || '」' as text
from student s join raw_basic_student b on b.student_code = s.student_code
where s.student_code <> '' and person(b.student_name) <> person(s.student_name)
