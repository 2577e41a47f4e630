-- C11: the score file calls the holder of an exam number by another name than the list.
select e.row_id, 'studentName' as target, '名单中该考号的姓名是「' || r.student_name || '」' as text
from entry e join roster r on r.student_number = e.student_number
where e.student_name <> '' and e.student_name <> person(r.student_name)
