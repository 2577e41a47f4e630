-- The questions of a paper or of a knowledge point, or those of them that are easy, middling, hard or poor, with their mean among everyone; of a course
-- the paper most students sat.
with paper as (
  select coalesce($paperCode, (
    select arg_max(paper_code, student_num order by paper_no) from read_parquet($package || '/paper_quality.parquet')
    where course_id = $courseId)) as code
),
hit as (
  select question_id, question_no, score_mean(sum10, student_num)::double as mean, question.full10
  from read_parquet($package || '/question.parquet') question
  join read_parquet($package || '/question_stat.parquet') stat using (question_id)
  where question.course_id = $courseId and grain = 'all' and case $behind
    when 'paperQuestions' then paper_code = (select code from paper)
    when 'easyQuestions' then paper_code = (select code from paper) and difficulty_word(sum10, student_num * question.full10::bigint) = '易'
    when 'middleQuestions' then paper_code = (select code from paper) and difficulty_word(sum10, student_num * question.full10::bigint) = '中'
    when 'hardQuestions' then paper_code = (select code from paper) and difficulty_word(sum10, student_num * question.full10::bigint) = '难'
    when 'poorQuestions' then paper_code = (select code from paper) and discrimination < 0.2
    when 'pointQuestions' then question_id in (
      select question_id from read_parquet($package || '/question_point.parquet') where course_id = $courseId and point_name = $pointName)
    else false
  end
)
-- rows
select question_no as part_name, mean as score, marks(full10)::double as full_score, count(*) over () as rows_total
from hit order by question_id limit $size offset $skip
