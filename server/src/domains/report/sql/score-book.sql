-- 成绩册: students class by class, the best of a class first; those without a total stand at its end. Only the places are put in order.
with hit as not materialized (
  from students_in($package, $areaScope, $schoolScope, $classScope, $schoolGroup, $studentScope)
),
wanted as (
  select file_row_number, row_number() over (
    order by area_sort, school_sort, school_code, class_sort, class_code, class_rank nulls last, student_number, sid
  ) as line
  from hit order by line limit $size offset $skip
),
page as (
  select * from read_parquet($package || '/student.parquet', file_row_number = true) join wanted using (file_row_number)
),
paper as (
  from papers_of(page, $package)
),
cells as (
  select sid, to_json(list(if(level10 is null,
    to_json({key: 'c' || course_id, title: course_name, sort: course_sort, score: marks(score10), schoolRank: school_rank,
      status: status}),
    to_json({key: 'c' || course_id, title: course_name, sort: course_sort, score: marks(score10), levelName: level_name,
      levelScore: marks(level10), schoolRank: school_rank, status: status})
  ))) as cells
  from paper group by sid
)
-- rows
select class_rank, student_number, student_code, student_name,
  area_code, area_name, school_code, school_name, class_code, class_name,
  marks(total10) as total_score, school_rank, area_rank, all_rank, rank_prev, rank_prev - all_rank as rank_change, cells
from page left join cells using (sid)
order by line
-- totals
select count(*) as rows_total from hit
-- heads
select to_json(list(if(is_level,
  to_json({key: 'c' || course_id, title: course_name, sort: course_sort, score: null, levelName: null, levelScore: null,
    schoolRank: null, status: null}),
  to_json({key: 'c' || course_id, title: course_name, sort: course_sort, score: null, schoolRank: null, status: null})
) order by course_sort)) as cells
from courses_of(hit, $package)
