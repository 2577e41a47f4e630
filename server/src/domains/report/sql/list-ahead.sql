-- Who is ahead of a student by the total or a course, who is not, or all he is compared with; among everyone, the area, the school, the
-- class or the combination, as far as they are in sight.
with seen as not materialized (
  from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope)
),
ranked as materialized (
  select sid, file_row_number as place, score10, student_number, area_code, school_code, coalesce(class_code, class_name) as class_key, combination_name,
    area_sort, school_sort, class_sort,
    case $among when 'area' then course_area_rank when 'school' then course_school_rank when 'class' then course_class_rank
      when 'combination' then course_group_rank when 'sequence' then seq_rank else course_rank end as rank
  from with_course(seen, $courseId)
),
mine as (
  from ranked where student_number = $studentNumber
),
hit as (
  select ranked.*, if($behind = 'together', null, ranked.rank) as told from ranked cross join mine
  where case $behind when 'ahead' then ranked.rank < mine.rank when 'notAhead' then ranked.rank >= mine.rank else ranked.rank is not null end
    and ($among <> 'area' or ranked.area_code = mine.area_code)
    and ($among not in ('school', 'class') or ranked.school_code = mine.school_code)
    and ($among <> 'class' or ranked.class_key = mine.class_key)
    and ($among <> 'combination' or ranked.combination_name = mine.combination_name)
),
wanted as (
  select place, score10, told from hit
  order by told, area_sort, school_sort, class_sort, student_number limit $size offset $skip
)
-- rows
select student_number, student_code, student_name, area_name, school_name, class_name, marks(score10)::double as score, told::int as rank,
  (select count(*) from hit) as rows_total
from read_parquet($package || '/student.parquet', file_row_number = true) join wanted on file_row_number = place
where file_row_number in (select place from wanted)
order by told, area_sort, school_sort, class_sort, student_number
