-- one row per paper and item of several questions to choose from: the sums of what each student got for all of it
with earned as (
  select paper_no, item_no, sid, sum(score10)::int as score10
  from question_score
  join question using (course_id, paper_code, question_no)
  join question_total using (paper_no, sid)
  where is_choice = 1 and score10 is not null
  group by all
)
select paper_no, item_no, sum(score10)::bigint as sum10, sum(score10::bigint * score10)::bigint as sumsq100
from earned
group by all
