-- C10: two classes whose marks in a course are the same, student for student. A class is known by a sum over its marks and their
-- places: all its marks side by side as one text take gigabytes in a city.
with placed as (
  select m.row_id, m.column_no, m.course_id, m.score10, r.group_no,
    row_number() over (partition by m.course_id, r.group_no order by r.place) as nth
  from mark m join roster r on r.id = m.roster_id
), summed as (
  select min(row_id) as row_id, min_by(column_no, row_id) as column_no, course_id, group_no, count(*) as num,
    sum(cast(hash(nth, score10) as hugeint)) as marks
  from placed
  group by course_id, group_no having count(*) >= 10 and count(distinct score10) >= 5
), same as (
  select * from (select *, count(*) over (partition by course_id, num, marks) as n from summed) where n > 1
)
select s.row_id, '#' || s.column_no as target, g.exam_class || '的' || k.course_name || '成绩与同科另一班完全相同' as text
from same s
join course k using (course_id)
join (select group_no, any_value(exam_class) as exam_class from roster group by group_no) g using (group_no)
