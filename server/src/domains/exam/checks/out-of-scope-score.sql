-- F03: marks of students whose school the user may not write.
select e.row_id, 'studentNumber' as target, '考生所在学校不在您的管理范围内' as text
from entry e join roster r on r.student_number = e.student_number join school s on s.school_code = r.school_code
where not s.is_in_scope
