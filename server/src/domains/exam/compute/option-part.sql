-- one row per objective question, class and answer as it was read, and whether those who gave it are among the best or the worst,
-- at the cut, or neither
select question_id, class_id, answer,
       if(total10 > high10, 2, if(total10 = high10, 1, 0))::tinyint as high,
       if(total10 < low10, 2, if(total10 = low10, 1, 0))::tinyint as low,
       count(*) as num
from question_score
join question using (course_id, paper_code, question_no)
join question_total using (paper_no, sid)
join question_cut using (paper_no)
where is_objective = 1 and score10 is not null
group by all
