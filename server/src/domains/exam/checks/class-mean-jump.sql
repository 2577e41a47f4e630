-- C10: a class whose mean moved against the others by more than 3 deviations since the last exam.
with now_ as (
  select min(s.row_id) as row_id, any_value(s.target) as target, s.course_name, r.class_code, avg(s.score10) as mean, count(*) as n
  from score s join roster r on r.id = s.roster_id
  where s.score_status in (0, 2) and r.class_code is not null
  group by s.course_name, r.class_code having count(*) >= 5
), placed as (
  select n.row_id, n.target, n.course_name, n.class_code,
    (n.mean - avg(n.mean) over course) / nullif(stddev_pop(n.mean) over course, 0)
      - (cast(l.mean as double) - avg(cast(l.mean as double)) over course) / nullif(stddev_pop(cast(l.mean as double)) over course, 0) as move
  from now_ n join raw_last_mean l on l.class_code = n.class_code and l.course_name = n.course_name
  window course as (partition by n.course_name)
), spread as (
  select course_name, avg(move) as mean, stddev_pop(move) as sd from placed group by course_name having count(*) >= 10
)
select row_id, target, course_name || '班级平均分较上次考试变动过大' as text
from placed join spread using (course_name) where sd > 0 and abs(move - mean) > 3 * sd
