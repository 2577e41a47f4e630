-- 学生单科成绩: one row per student and course; standard scores, parts and teachers are looked up for the page alone.
with {{found}} student as not materialized (
  {{students}}
),
fact as not materialized (
  {{papers}}
),
hit as not materialized (
  select * from fact where {{where}}
),
wanted as (
  select place, course_id from hit
  order by {{order}} place, course_sort limit $size offset $skip
),
chosen as (
  select * from read_parquet($package || '/student.parquet', file_row_number = true)
  where file_row_number in (select place from wanted)
),
page as (
  {{page}}
),
taught as (
  select course_id as taught_course, school_code as taught_school, class_code as taught_class, teacher_name, teacher_code
  from read_parquet($package || '/unit.parquet') join read_parquet($package || '/teacher.parquet') using (unit_id)
  where grain = 'class'
),
part as (
  select sid as part_sid, course_id as part_course, objective10::double / 10 as objective_score, subjective10::double / 10 as subjective_score
  from read_parquet($package || '/course_part.parquet') where sid in (select sid from page)
),
standard as (
  select course_id as standard_course, score10 as standard_score10,
    half_up(pr, 2) as percentile, if(list_contains($untold::int[], course_id), null, half_up(z, 2)) as z_score,
    if(list_contains($untold::int[], course_id), null, half_up(t, 2)) as t_score
  from read_parquet($package || '/std_score.parquet')
)
select {{names}}, combination_name, (select count(*) from hit) as rows_total
from page
join wanted using (place, course_id)
left join standard on standard_course = course_id and standard_score10 = score10 and all_rank is not null
left join part on part_sid = sid and part_course = course_id
left join taught on taught_course = course_id and taught_school = school_code and taught_class = class_code
order by {{order}} place, course_sort
