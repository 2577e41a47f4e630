-- F03: students of schools the user may not write, by the file or by what is stored under their number.
select row_id, 'schoolText' as target, '学校不在您的管理范围内' as text from entry where not is_in_scope
union all
select e.row_id, 'studentNumber', '该考号属于您管理范围以外的学校'
from entry e join raw_roster r on r.student_number = e.student_number join school s on s.school_code = r.school_code
where e.is_in_scope and not s.is_in_scope
