-- 版本变化: two versions of one exam's package, the units and courses in which anything moved; cells: one per indicator that moved.
-- derived: moved
with asked as not materialized (
  from derived
  where grain = $grain and is_in_scope($grain, $areaScope, $schoolScope, $classScope, area_code, school_code, class_code)
    and ($courseName is null or course_name = $courseName)
),
page as (
  from asked order by is_gone, unit_id, unit_key, question_no is not null, course_sort, paper_no, question_id limit $size offset $skip
)
-- rows
select area_code, area_name, school_code, school_name, class_code, class_name, course_name, question_no, least_num as student_num, moved_num,
  to_json(list_transform(moves, lambda move: moved_cell(move.no, least_num, move.was, move.now))) as cells,
  (select count(*) from asked) as rows_total
from page order by is_gone, unit_id, unit_key, question_no is not null, course_sort, paper_no, question_id
-- heads
select to_json(list(moved_cell(no, 0, null::decimal(18, 2), 0::decimal(18, 2)) order by no)) as cells
from (select distinct unnest(moves).no as no from asked)
