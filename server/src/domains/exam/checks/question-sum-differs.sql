-- Q01: all questions of a student are there, and they do not add up to the mark of the course.
select s.row_id, 'studentNumber' as target,
  case when c.student_number is null then k.course_name || '没有成绩，而小题合计 ' || mark_text(s.total10)
    when c.score10 is null then k.course_name || '没有得分，而小题合计 ' || mark_text(s.total10)
    else '小题合计 ' || mark_text(s.total10) || ' 不等于' || k.course_name || '成绩 ' || mark_text(c.score10) end as text
from student_sum s
join course k using (course_id)
left join (select student_number, course_name, cast(round(try_cast(score as decimal(9, 1)) * 10) as integer) as score10 from raw_course_mark) c
  on c.student_number = s.student_number and c.course_name = k.course_name
where s.papers = 1 and s.num = s.expected and s.total10 is distinct from c.score10
  -- before the marks of the course are there, nothing can differ from them
  and k.course_name in (select distinct course_name from raw_course_mark)
