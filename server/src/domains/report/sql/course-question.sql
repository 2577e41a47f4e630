-- 试题分析: one row per question of a paper; cells: one per unit of the grain in scope, and one per option of everyone.
with page as (
  select *, count(*) over () as rows_total
  from questions_of($package, $courseId, $paperCode, $questionNo)
  order by question_id limit $size offset $skip
),
above as (
  select question_id,
    max(student_num) filter (where grain = 'all') as all_num, max(sum10) filter (where grain = 'all') as all_sum10,
    max(full_num) filter (where grain = 'all') as full_num, max(zero_num) filter (where grain = 'all') as zero_num,
    max(discrimination) filter (where grain = 'all') as discrimination, max(item_total) filter (where grain = 'all') as item_total,
    max(student_num) filter (where grain = 'area') as area_num, max(sum10) filter (where grain = 'area') as area_sum10,
    max(area_code) filter (where grain = 'area') as area_code,
    max(student_num) filter (where grain = 'school') as school_num, max(sum10) filter (where grain = 'school') as school_sum10,
    max(school_code) filter (where grain = 'school') as school_code
  from question_units_above($package || '/question_stat.parquet', $courseId, $areaScope, $schoolScope)
  group by question_id
),
told as (
  select page.*, above.* exclude (question_id)
  from page join above using (question_id)
),
unit as (
  select question_id, unit_id, unit_code, unit_name, stat.student_num, stat.sum10, full10, all_num, all_sum10
  from question_units_in($package || '/question_stat.parquet', $courseId, $grain, $areaScope, $schoolScope, $classScope) stat
  join told using (question_id)
),
remark as (
  select question_id,
    if(min(ratio_key(sum10, student_num)) < max(ratio_key(sum10, student_num)),
      first(unit_name order by ratio_key(sum10, student_num), unit_id), null) as lowest_unit,
    few_names(list(unit_name order by ratio_key(sum10, student_num), unit_id)
      filter (where is_weak(sum10, student_num * full10::bigint, all_sum10, all_num * full10::bigint))) as weak_units
  from unit where student_num >= $smallest
  group by question_id
),
cell as (
  select question_id, to_json({
    key: unit_code, title: unit_name, sort: unit_id, studentNum: student_num,
    avgScore: score_mean(sum10, student_num), scoreRate: percent(sum10, student_num * full10::bigint),
    diffRate: rate_difference(sum10, student_num * full10::bigint, all_sum10, all_num * full10::bigint)
  }) as cell
  from unit
  union all
  select question_id, to_json({
    key: 'o' || choice, over: '选项', title: choice, sort: choice_sort(choice), share: percent(num, all_num)
  })
  from read_parquet($package || '/question_option.parquet') join told using (question_id)
  where grain = 'all' and told.course_id = $courseId and $grain <> 'all'
),
gathered as (
  select question_id, to_json(list(cell)) as cells from cell group by question_id
)
-- rows
select question_id, course_id, all_num, area_num, school_num, area_code, school_code,
  question_no, question_type, marks(full10) as question_score, knowledge, ability, answer_key,
  all_num as student_num, percent(all_sum10, all_num * full10::bigint) as all_rate,
  percent(area_sum10, area_num * full10::bigint) as area_rate, percent(school_sum10, school_num * full10::bigint) as school_rate,
  ratio2(all_sum10, all_num * full10::bigint) as difficulty, difficulty_word(all_sum10, all_num * full10::bigint) as difficulty_word,
  half_up(preset_p, 2) as preset_p,
  percent(full_num, all_num) as full_rate, percent(zero_num, all_num) as zero_rate,
  half_up(discrimination, 2) as discrimination, quality_word(discrimination) as quality_word, half_up(item_total, 2) as item_total,
  lowest_unit, nullif(weak_units, '') as weak_units,
  nullif(concat_ws('；', if(discrimination < 0, '区分度为负，请检查答案', null),
    if(abs(preset_p - all_sum10 / (all_num * full10::bigint)) >= 0.2, '与预设难度相差 0.2 以上', null)), '') as remark,
  cells, rows_total
from told left join gathered using (question_id) left join remark using (question_id)
order by question_id
