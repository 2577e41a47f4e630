-- 学生成绩纵向对比: students of one exam in one course, with what T, percentile and the means around them were; the caller walks over the exams.
with hit as not materialized (
  select file_row_number as place
  from students_in($package, $areaScope, $schoolScope, $classScope, $schoolGroup, $studentScope)
  where ($studentCode is null or student_code = $studentCode)
    and ($studentNumber is null or student_number = $studentNumber)
),
wanted as (
  select place from hit order by place limit $size offset $skip
),
page as (
  select * from read_parquet($package || '/student.parquet', file_row_number = true)
  where file_row_number in (select place from wanted)
),
own as (
  from with_course(page, $courseId)
),
standing as (
  select score10, t, pr from read_parquet($package || '/std_score.parquet') where course_id = $courseId
),
-- a mean of a few would tell of each of them
around as (
  select grain, school_code, class_code, score_mean(sum10, if(student_num >= $smallestGroup, student_num, null)) as mean
  from read_parquet($package || '/quota.parquet') where course_id = $courseId and grain in ('all', 'school', 'class')
),
paper as (
  select full10 from read_parquet($package || '/course.parquet') where course_id = $courseId
)
-- rows
select $examId as exam_id, $examName as exam_name, $beginDate as begin_date,
  marks(own.score10) as score, if($courseId < 0, -1, course_status) as status, percent(own.score10, (select full10 from paper)) as score_rate,
  course_rank as all_rank, course_area_rank as area_rank, course_school_rank as school_rank, course_class_rank as class_rank,
  half_up(standing.t, 2) as t_score, half_up(standing.pr, 2) as pr,
  own_class.mean as class_avg, own_school.mean as school_avg,
  (select mean from around where grain = 'all') as all_avg,
  student_number, student_code, student_name,
  area_code, area_name, own.school_code, school_name, own.class_code, class_name
from own
left join standing on standing.score10 = own.score10 and course_rank is not null
left join around own_class on own_class.grain = 'class' and own_class.school_code = own.school_code
  and own_class.class_code = own.class_code
left join around own_school on own_school.grain = 'school' and own_school.school_code = own.school_code
order by file_row_number
-- totals
select count(*) as rows_total from hit
