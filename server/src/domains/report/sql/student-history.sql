-- 学生成绩单: the T of students in one exam, to be followed over several.
-- rows
select student_number, student_code, half_up(t, 2) as t_score
from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope)
where t is not null and student_code is not null and ($codes is null or student_code in (select unnest($codes::varchar[])))
