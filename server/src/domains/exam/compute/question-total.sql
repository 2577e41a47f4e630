-- one row per paper and student who sat it and counts: the sum of his questions, and of every second item
with taker as (
  {{paper_takers}}
)
select paper_no, sid, class_id,
       sum(score10)::int as total10,
       coalesce(sum(score10) filter (where item_no % 2 = 1), 0)::int as odd10
from question_score
join question using (course_id, paper_code, question_no)
join taker using (course_id, sid)
where score10 is not null
group by all
order by paper_no, sid
