-- one row per course, grain (all, area, school), unit and whole mark; without gaps for the grain all (F38)
with school_mark as (
  select course_id, area_id, school_id, (score10 // 10)::int as score, sum(num)::int as num
  from school_score
  group by all
),
rolled as (
  select if(school_id is not null, 'school', if(area_id is not null, 'area', 'all')) as grain,
         coalesce(school_id, area_id, 0) as unit_id, course_id, score, sum(num)::int as num
  from school_mark
  group by grouping sets ((course_id, score), (course_id, area_id, score), (course_id, area_id, school_id, score))
),
marks as (
  select course_id, unnest(generate_series(min(score), max(score))) as score
  from rolled
  where grain = 'all'
  group by course_id
),
gap_free as (
  select 'all' as grain, 0 as unit_id, course_id, score, coalesce(num, 0) as num
  from marks
  left join (from rolled where grain = 'all') using (course_id, score)
  union all
  from rolled where grain <> 'all'
)
select gap_free.grain, gap_free.unit_id, course_id, score::int as score, num
from gap_free
left join unit on unit.grain = gap_free.grain and unit.unit_id = gap_free.unit_id
where coalesce(is_in_report, 1) = 1
order by grain, course_id, unit_id, score desc
