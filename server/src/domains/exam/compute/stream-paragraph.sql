-- one row per course, 科类 (1 历史类, 2 物理类) and whole mark that occurs among all; empty where the exam knows fewer than two
with marks as (
  {{stream_rows}}
)
select course_id, arts_science, score, num
from marks
where (select count(distinct arts_science) from marks where course_id = 0) = 2
order by course_id, arts_science, score desc
