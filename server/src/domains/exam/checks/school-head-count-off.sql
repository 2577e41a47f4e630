-- S09: the school sends over 10 % more or fewer than its registered base number.
select min(s.row_id) as row_id, 'schoolText' as target,
  '该校报名 ' || count(*) || ' 人，学生基数 ' || any_value(b.student_base_num) || ' 人，相差超过 10%' as text
from student s join raw_base_num b on b.school_code = s.school_code
group by s.school_code
having any_value(cast(b.student_base_num as integer)) > 0
  and abs(count(*) - any_value(cast(b.student_base_num as integer))) * 10 > any_value(cast(b.student_base_num as integer))
