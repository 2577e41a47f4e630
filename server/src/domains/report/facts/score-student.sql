-- 学生总成绩: a page of the students in scope, in any order; the page alone is read with its courses.
with {{found}} student as not materialized (
  {{students}}
),
fact as not materialized (
  select {{columns}} from student
),
hit as not materialized (
  select * from fact where {{where}}
),
wanted as (
  select place from hit order by {{order}} place limit $size offset $skip
),
page as (
  select * from read_parquet($package || '/student.parquet', file_row_number = true)
  where file_row_number in (select place from wanted)
),
cells as (
  select sid, list({
    courseName: course_name, score: marks(score10)::double, levelName: level_name, levelScore: marks(level10)::double,
    objectiveScore: objective10::double / 10, subjectiveScore: subjective10::double / 10, schoolRank: school_rank, scoreStatus: status
  } order by course_sort) as papers
  from papers_of(page, $package)
  left join read_parquet($package || '/course_part.parquet') using (sid, course_id)
  group by sid
)
select {{names}}, combination_name, (select count(*) from hit) as rows_total
from (select {{columns}}, coalesce(papers, []) as courses from page left join cells using (sid))
order by {{order}} place
