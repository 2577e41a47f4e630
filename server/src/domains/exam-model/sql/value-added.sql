-- F55: one row per unit: how far its students are above the line that all matched students give, in standard scores
with earlier as (
  select student_code, {{before}} as z
  from read_parquet($before || '/student.parquet') as student {{before_join}}
  where student_code is not null
  qualify count(*) over (partition by student_code) = 1
),
later as (
  select student_code, case $grain when 'area' then area_code when 'school' then school_code
      else coalesce(class_code, school_code || '/' || class_name) end as unit_code, {{now}} as z
  from read_parquet($package || '/student.parquet') as student {{now_join}}
  where student_code is not null
  qualify count(*) over (partition by student_code) = 1
),
matched as (
  select unit_code, earlier.z as pre, later.z as post
  from later join earlier using (student_code)
  where earlier.z is not null and later.z is not null
),
line as (
  select regr_slope(post, pre) as slope, regr_intercept(post, pre) as intercept from matched
)
select unit_code as "unitCode", count(*)::int as n, any_value(slope) as slope, any_value(intercept) as intercept,
       avg(post - intercept - slope * pre) as residual
from matched cross join line
group by unit_code
