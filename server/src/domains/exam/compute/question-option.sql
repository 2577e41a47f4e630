-- one row per objective question, grain (all, area, school, class), unit and choice: an option, '-' for no answer, '*' for more than
-- one where one is right; where several may be right, everyone counts at each of his options. Best and worst are those of the paper
with chosen as (
  select question_id, class_id, high, low, num,
         unnest(case when letters = '' then ['-']
                     when is_multiple = 1 then string_split(letters, '')
                     when length(letters) > 1 then ['*']
                     else [letters] end) as choice
  from (select * exclude (answer), upper(coalesce(answer, '')) as letters from option_part)
  join question using (question_id)
),
part as (
  select question_id, class_id, choice, sum(num)::bigint as num,
         coalesce(sum(num) filter (where high = 2), 0)::bigint as high_in,
         coalesce(sum(num) filter (where high = 1), 0)::bigint as high_cut,
         coalesce(sum(num) filter (where low = 2), 0)::bigint as low_in,
         coalesce(sum(num) filter (where low = 1), 0)::bigint as low_cut
  from chosen
  group by all
),
placed as (
  from part join (select unit_id as class_id, area_id, school_id from unit where grain = 'class') using (class_id)
),
rolled as (
  select 'class' as grain, class_id as unit_id, question_id, choice,
         num::int as num, high_in::int as high_in, high_cut::int as high_cut, low_in::int as low_in, low_cut::int as low_cut
  from placed
  union all
  select if(school_id is not null, 'school', if(area_id is not null, 'area', 'all')), coalesce(school_id, area_id, 0),
         question_id, choice, sum(num)::int, sum(high_in)::int, sum(high_cut)::int, sum(low_in)::int, sum(low_cut)::int
  from placed
  group by grouping sets ((question_id, choice), (question_id, choice, area_id), (question_id, choice, area_id, school_id))
)
select grain, unit_id, question_id, course_id, choice, num,
       high_in + high_cut * high_take / high_num as high_share_num,
       low_in + low_cut * low_take / low_num as low_share_num,
       k
from rolled
join question using (question_id)
join question_cut using (paper_no)
