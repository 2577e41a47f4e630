-- 试卷质量: one row per paper with question scores, among everyone who sat it.
with zone as (
  select paper_no,
    count(*) filter (where difficulty_word(sum10, student_num * full10::bigint) = '易')::int as easy_num,
    count(*) filter (where difficulty_word(sum10, student_num * full10::bigint) = '中')::int as middle_num,
    count(*) filter (where difficulty_word(sum10, student_num * full10::bigint) = '难')::int as hard_num,
    count(*) filter (where discrimination < 0.2)::int as poor_num
  from read_parquet($package || '/question_stat.parquet')
  join read_parquet($package || '/question.parquet') using (question_id)
  where grain = 'all'
  group by paper_no
)
-- rows
select paper_no, paper.course_id, student_num as all_num, course_name, paper_code, question_num, item_num, marks(paper.full10) as exam_score, student_num,
  score_mean(sum10, student_num) as avg_score, score_sd(sum10, sumsq100, student_num, $sdType) as std_score,
  ratio2(sum10, student_num::bigint * paper.full10) as difficulty,
  difficulty_word(sum10, student_num::bigint * paper.full10) as difficulty_word,
  half_up(discrimination, 2) as discrimination, quality_word(discrimination) as quality_word,
  half_up(alpha, 2) as alpha, half_up(split_half, 2) as split_half, half_up(sem, 2) as sem,
  easy_num, middle_num, hard_num, poor_num
from read_parquet($package || '/paper_quality.parquet') paper
join read_parquet($package || '/course.parquet') course using (course_id)
join zone using (paper_no)
order by sort, paper_no
