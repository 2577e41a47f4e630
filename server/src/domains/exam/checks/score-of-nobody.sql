-- C01: a mark for an exam number that is not on the list.
select e.row_id, 'studentNumber' as target, '考号 ' || e.student_number || ' 不在考生名单' as text
from entry e anti join roster r on r.student_number = e.student_number
where e.student_number <> ''
