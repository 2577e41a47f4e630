-- one row per paper: difficulty (F41), discrimination (F42), Cronbach's alpha (F45), split half (F46) and the parts of the standard
-- error (F47), among all who sat it; a question nobody answered counts nothing, a choice is one item
with whole as (
  select paper_no, count(*)::int as student_num,
         sum(total10)::hugeint as sum10, sum(total10::bigint * total10)::hugeint as sumsq100,
         sum(odd10)::hugeint as odd10, sum(odd10::bigint * odd10)::hugeint as oddsq100,
         sum(total10 - odd10)::hugeint as even10, sum((total10 - odd10)::bigint * (total10 - odd10))::hugeint as evensq100,
         sum(odd10::bigint * (total10 - odd10))::hugeint as product100,
         sum(total10) filter (where total10 > high10) as high_in10, sum(total10) filter (where total10 < low10) as low_in10,
         any_value(k) as k, any_value(high10) as high10, any_value(high_take) as high_take,
         any_value(low10) as low10, any_value(low_take) as low_take
  from question_total
  join (select * exclude (student_num) from question_cut) using (paper_no)
  group by paper_no
),
item as (
  select paper_no, item_no, sum10, sumsq100
  from question_stat
  join question using (question_id)
  where grain = 'all' and is_choice = 0
  union all
  from choice_item
),
spread as (
  select paper_no, count(*)::int as item_num,
         sum(student_num * item.sumsq100::hugeint - item.sum10::hugeint * item.sum10)::hugeint as item_spread
  from item
  join (select paper_no, student_num from whole) using (paper_no)
  group by paper_no
),
described as (
  select paper_no, any_value(course_id) as course_id, any_value(paper_code) as paper_code,
         any_value(paper_full10) as full10, count(*)::int as question_num
  from question
  group by paper_no
),
measured as (
  select *,
         student_num * sumsq100 - sum10 * sum10 as total_spread,
         student_num * oddsq100 - odd10 * odd10 as odd_spread,
         student_num * evensq100 - even10 * even10 as even_spread,
         student_num * product100 - odd10 * even10 as cross_spread
  from whole
  join spread using (paper_no)
  join described using (paper_no)
),
judged as (
  select *,
         if(item_num > 1 and total_spread > 0,
           item_num / (item_num - 1) * (total_spread - item_spread)::double / total_spread::double, null) as alpha,
         if(odd_spread > 0 and even_spread > 0,
           cross_spread::double / (sqrt(odd_spread::double) * sqrt(even_spread::double)), null) as halves
  from measured
)
select paper_no, course_id, paper_code, question_num, item_num, student_num, full10,
       sum10::bigint as sum10, sumsq100::bigint as sumsq100,
       (coalesce(high_in10, 0) + high10 * high_take - coalesce(low_in10, 0) - low10 * low_take)::double / (k * full10) as discrimination,
       alpha, if(halves > -1, 2 * halves / (1 + halves), null) as split_half,
       if(alpha <= 1, sqrt(total_spread::double) / student_num * sqrt(1 - alpha) / 10, null) as sem
from judged
order by paper_no
