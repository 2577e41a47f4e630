-- One row per school and course: who should have sat it, who did, who was absent, and what is wrong.
with planned as (
  select r.school_code, any_value(r.school_name) as school_name, any_value(r.area_code) as area_code, c.course_name,
    count(*) as planned, count(s.row_id) as found,
    count(*) filter (s.score_status in (0, 2)) as present, count(*) filter (s.score_status = 1) as absent
  from roster r
  join choice c on c.choice_id = r.choice_id and c.is_taken
  left join mark s on s.roster_id = r.id and s.course_id = c.course_id
  group by r.school_code, c.course_name
), faults as (
  select r.school_code, s.course_name, count(*) filter (f.level = 'error') as errors, count(*) filter (f.level = 'warning') as warnings
  from fault f join score s on s.row_id = f.row_id join roster r on r.id = s.roster_id
  where f.code <> 'C06' group by all
)
select p.school_code as "schoolCode", p.school_name as "schoolName", p.area_code as "areaCode", p.course_name as "courseName",
  p.planned, p.present, p.absent, p.planned - p.found as missing, coalesce(f.errors, 0) as errors, coalesce(f.warnings, 0) as warnings
from planned p left join faults f using (school_code, course_name)
order by p.area_code, p.school_code, p.course_name
