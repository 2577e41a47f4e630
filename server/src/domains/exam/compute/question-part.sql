-- one row per question and class: what every coarser unit adds up; t is the mark of the whole paper, sums in tenths, squares in hundredths
select question_id, class_id,
       count(*) as student_num,
       sum(score10)::bigint as sum10,
       sum(score10::int * score10)::bigint as sumsq100,
       count_if(score10 >= full10)::bigint as full_num,
       count_if(score10 = 0)::bigint as zero_num,
       sum(total10)::bigint as t_sum10,
       sum(total10::bigint * total10)::bigint as t_sumsq100,
       sum(total10 * score10)::bigint as product100,
       sum(if(total10 > high10, score10, 0))::bigint as high_in10,
       sum(if(total10 = high10, score10, 0))::bigint as high_cut10,
       sum(if(total10 < low10, score10, 0))::bigint as low_in10,
       sum(if(total10 = low10, score10, 0))::bigint as low_cut10
from question_score
join question using (course_id, paper_code, question_no)
join question_total using (paper_no, sid)
join question_cut using (paper_no)
where score10 is not null
group by question_id, class_id
