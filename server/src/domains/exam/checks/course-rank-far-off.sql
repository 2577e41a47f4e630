-- C09: the place in one course is more than 4 deviations off the place in total, as when a row has slipped.
with sat as (
  select row_id, column_no, course_id, score10, sum(score10) over student as total10, count(*) over student as courses
  from mark where score_status in (0, 2) and roster_id is not null
  window student as (partition by roster_id)
), placed as (
  select *, percent_rank() over (partition by course_id order by score10) - percent_rank() over (partition by course_id order by total10) as gap
  from sat where courses > 2
), spread as (
  select course_id, avg(gap) as mean, stddev_pop(gap) as sd from placed group by course_id having count(*) >= 100
)
select row_id, '#' || column_no as target, '单科名次与总分名次相差过大，可能错行' as text
from placed join spread using (course_id) where sd > 0 and abs(gap - mean) > 4 * sd
