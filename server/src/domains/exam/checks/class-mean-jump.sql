-- C10: a class whose mean moved since the last exam otherwise than the other classes did, by over 3 of their deviations.
-- A class is held against the others only, or a jump would hide in the deviation it makes itself. Moves are shares of the
-- full mark; those closer together than 1 % are not told apart.
with now_ as (
  select min(m.row_id) as row_id, '#' || min_by(m.column_no, m.row_id) as target, k.course_name, r.class_code, avg(m.score10) / any_value(k.full10) as share
  from mark m join roster r on r.id = m.roster_id join course k using (course_id)
  where m.score_status in (0, 2) and r.class_code is not null
  group by k.course_name, r.class_code having count(*) >= 5
), moved as (
  select n.row_id, n.target, n.course_name, n.share - cast(l.share as double) as move
  from now_ n join raw_last_mean l on l.class_code = n.class_code and l.course_name = n.course_name
), summed as (
  select *, count(*) over course - 1 as n, sum(move) over course - move as total, sum(move * move) over course - move * move as squares
  from moved window course as (partition by course_name)
), held as (
  select row_id, target, course_name, move - total / n as off, sqrt(greatest(squares / n - (total / n) * (total / n), 0)) as sd
  from summed where n >= 9
)
select row_id, target, course_name || '班级平均分较上次考试变动过大' as text
from held where abs(off) > 3 * greatest(sd, 0.01) + 1e-9
