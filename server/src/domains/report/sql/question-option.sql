-- 选项分布: one row per objective question of a paper; cells: one per option, of the units in scope and of the best and the worst.
with question as (
  from questions_of($package, $courseId, $paperCode, null) where is_objective = 1
),
reader as (
  select if($classScope is not null, 'class', if($schoolScope is not null, 'school', if($areaScope is not null, 'area', 'all'))) as own_grain
),
own_unit as (
  select grain, unit_id
  from (
    select 'all' as grain, 0 as unit_id, null as area_code, null as school_code, null as class_code
    union all
    select grain, unit_id, area_code, school_code, class_code from read_parquet($package || '/unit.parquet')
  )
  where grain = (from reader) and (grain = 'all' or is_within($areaScope, area_code))
    and (grain in ('all', 'area') or is_within($schoolScope, school_code))
    and (grain <> 'class' or is_within($classScope, class_code))
),
own as (
  select question_id, sum(student_num)::int as student_num, sum(sum10)::bigint as sum10
  from read_parquet($package || '/question_stat.parquet') join own_unit using (grain, unit_id)
  where course_id = $courseId
  group by question_id
),
everyone as (
  from read_parquet($package || '/question_option.parquet') where course_id = $courseId and grain = 'all'
),
whole as (
  select question_id, student_num as all_num from read_parquet($package || '/question_stat.parquet')
  where course_id = $courseId and grain = 'all'
),
letter as (
  select question_id, unnest(range(coalesce(option_num, 4))) as letter_no, chr((65 + letter_no)::int) as choice from question
),
-- wrong options hardly anybody took, and those the best took more often than the right one
distractor as (
  select question_id, choice, 100 * coalesce(num, 0) < 5 * all_num as is_dead,
    is_multiple = 0 and high_share_num > max(high_share_num) filter (where choice = answer_key) over (partition by question_id) as is_beating
  from letter join question using (question_id) join whole using (question_id) left join everyone using (question_id, choice)
  qualify not contains(coalesce(answer_key, ''), choice)
),
remark as (
  select question_id, nullif(concat_ws('；',
    '干扰项' || string_agg(choice, '、' order by choice) filter (where is_dead) || '无效',
    '前27%多选' || string_agg(choice, '、' order by choice) filter (where is_beating) || '，请检查答案'), '') as remark
  from distractor group by question_id
),
chosen as (
  select question_id, choice, sum(num)::int as num
  from read_parquet($package || '/question_option.parquet') join own_unit using (grain, unit_id)
  where course_id = $courseId
  group by all
),
gathered as (
  select question_id, to_json(list({
    key: 'o' || choice, sort: choice_sort(choice), title: choice,
    ownShare: percent(coalesce(chosen.num, 0), student_num),
    highShare: half_up(100 * high_share_num / k, 2), lowShare: half_up(100 * low_share_num / k, 2)
  })) as cells
  from everyone join question using (question_id) join own using (question_id) left join chosen using (question_id, choice)
  group by question_id
)
-- rows
select question_id, course_id, all_num, (from reader) as unit_grain, question_no, answer_key, student_num,
  percent(sum10, student_num * full10::bigint) as score_rate, remark, cells, count(*) over () as rows_total
from question join own using (question_id) join whole using (question_id)
left join gathered using (question_id) left join remark using (question_id)
order by question_id
