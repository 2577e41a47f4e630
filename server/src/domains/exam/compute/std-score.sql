-- one row per course and score that occurs: z, T and percentile rank among all who sat it (F13, F16, F17)
with whole as (
  select course_id, sum(num)::hugeint as n, sum(score10 * num)::hugeint as s1, sum(score10::bigint * score10 * num)::hugeint as s2
  from rank_lut
  where scope = 'all'
  group by course_id
),
placed as (
  select course_id, score10,
         if($sdType = 'sample', n - 1, n) as divisor,
         n * s2 - s1 * s1 as spread,
         (n * score10 - s1)::double / sqrt((n * s2 - s1 * s1)::double) as from_mean,
         n, num, below
  from rank_lut
  join whole using (course_id)
  where scope = 'all'
)
select course_id, score10,
       if(spread > 0, from_mean * sqrt(divisor::double / n::double), null) as z,
       50 + 10 * z as t,
       (100 * (2 * below + num))::double / (2 * n)::double as pr
from placed
order by course_id, score10 desc
