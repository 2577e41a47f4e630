-- one row per paper: how many are 27 % of those who sat it (F42), and the totals at which they are cut off; of the students at
-- such a total only high_take of high_num, low_take of low_num belong to the best and the worst, so each has that share
with mark as (
  select paper_no, total10, count(*) as num
  from question_total
  group by all
),
placed as (
  select *,
         sum(num) over (partition by paper_no order by total10 desc) - num as above,
         sum(num) over (partition by paper_no order by total10) - num as below,
         (27 * sum(num) over (partition by paper_no) + 99) // 100 as k
  from mark
)
select paper_no,
       sum(num)::int as student_num,
       any_value(k)::int as k,
       max(total10) filter (where above + num >= k) as high10,
       (arg_max(k - above, total10) filter (where above + num >= k))::int as high_take,
       (arg_max(num, total10) filter (where above + num >= k))::int as high_num,
       min(total10) filter (where below + num >= k) as low10,
       (arg_min(k - below, total10) filter (where below + num >= k))::int as low_take,
       (arg_min(num, total10) filter (where below + num >= k))::int as low_num
from placed
group by paper_no
order by paper_no
