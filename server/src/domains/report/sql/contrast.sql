-- 指标对比: one row per unit over several packages; cells: one per item and exam, and one per item for the change.
-- Scopes and withheld units are keyed by the number of the exam: a unit is seen in an exam by where it belonged at that time.
with exam as (
  select unnest($files) as filename, unnest($courseIds) as course_id, unnest($sdTypes) as sd_type,
    unnest($labels) as label, unnest(range(len($files)))::int as exam_no
),
wanted as (
  select unnest($items) as item, unnest($itemNames) as item_name, unnest($units) as measure, unnest($directions) as direction,
    unnest(range(len($items)))::int as item_no
),
fact as (
  select *,
    is_one_of($hidden, exam_no || ' ' || unit_key(grain, area_code, school_code)) as is_hidden,
    is_one_of($hidden, exam_no || ' ' || unit_key(if(grain = 'school', 'area', 'all'), area_code, null)) as is_above_hidden
  from read_parquet($files, filename = true) join exam using (filename, course_id)
  where grain in ('all', 'area', $grain)
),
whole as (
  select exam_no, student_num as all_num from fact where grain = 'all'
),
-- the value as it is shown, and an exact key for its rank
measured as (
  select fact.*, wanted.*, case
      when is_hidden then null
      when item = 'avgScore' then score_mean(sum10, student_num)
      when item = 'scoreRate' then percent(sum10, student_num::bigint * full10)
      when item = 'excellentRate' then percent(excellent_num, base_num)
      when item = 'goodRate' then percent(good_num, base_num)
      when item = 'passRate' then percent(pass_num, base_num)
      when item = 'lowRate' then percent(low_num, base_num)
      -- beside the own mean it would tell the one above, of a few students too
      when item = 'overAvgRate' then if(above_num >= $smallestGroup and not is_above_hidden,
        percent(sum10::hugeint * above_num - above_sum10 * student_num, student_num * above_sum10), null)
      when item = 'stdScore' then score_sd(sum10, sumsq100, student_num, sd_type)
      when item = 'attendRate' then percent(student_num, plan_num)
      when item = 'studentNum' then student_num::decimal(20, 0)
    end as value,
    direction * case item
      when 'avgScore' then ratio_key(sum10, student_num)
      when 'scoreRate' then ratio_key(sum10, student_num)
      when 'excellentRate' then ratio_key(excellent_num, base_num)
      when 'goodRate' then ratio_key(good_num, base_num)
      when 'passRate' then ratio_key(pass_num, base_num)
      when 'lowRate' then ratio_key(low_num, base_num)
      when 'overAvgRate' then ratio_key(sum10::hugeint * above_num, student_num * above_sum10)
      when 'stdScore' then ratio_key(
        student_num * sumsq100::hugeint - sum10::hugeint * sum10,
        student_num::bigint * if(sd_type = 'sample', student_num - 1, student_num))
      when 'attendRate' then ratio_key(student_num, plan_num)
      when 'studentNum' then student_num::hugeint
    end as key
  from fact cross join wanted
),
compared as (
  select measured.*, if(measure <> 'count' and all_num >= $smallestGroup, measured.value - total.value, null) as diff,
    if(measure = 'count' or item = 'overAvgRate', measured.value, diff) as comparable,
    if(key is null or measured.value is null, null, rank() over (partition by grain, exam_no, item_no order by key desc nulls last))::int as place
  from measured join whole using (exam_no)
  left join (select exam_no, item_no, value from measured where grain = 'all') as total using (exam_no, item_no)
)
-- rows
, unit as (
  select area_code, school_code, arg_max(area_name, exam_no) as area_name, arg_max(school_name, exam_no) as school_name,
    arg_max(area_sort, exam_no) as area_sort, arg_max(school_sort, exam_no) as school_sort
  from fact
  where grain = $grain and is_within($areaScope, exam_no || ' ' || area_code)
    and ($grain <> 'school' or is_within($schoolScope, exam_no || ' ' || school_code))
    and ($grain <> 'school' or $schoolGroup is null or school_group = $schoolGroup)
  group by all
),
placed as (
  select *, count(*) over () as rows_total,
    row_number() over (order by area_sort, area_code, school_sort, school_code) as row_no
  from unit
),
page as (
  from placed where row_no > $skip and row_no <= $skip + $size
),
-- a school belongs where it did at that time, so each exam is cut by its own scope
seen as (
  select compared.* from compared
  join page on page.area_code = compared.area_code and page.school_code is not distinct from compared.school_code
  where grain = $grain and is_within($areaScope, exam_no || ' ' || compared.area_code)
    and ($grain <> 'school' or is_within($schoolScope, exam_no || ' ' || compared.school_code))
    and ($grain <> 'school' or $schoolGroup is null or school_group = $schoolGroup)
),
first_last as (
  select area_code, school_code, item_no, any_value(item) as item, any_value(item_name) as item_name, any_value(measure) as measure,
    min(student_num) filter (where exam_no in (0, len($files) - 1)) as student_num,
    any_value(comparable) filter (where exam_no = 0) as first_value,
    any_value(comparable) filter (where exam_no = len($files) - 1) as last_value,
    any_value(place) filter (where exam_no = 0) as first_place,
    any_value(place) filter (where exam_no = len($files) - 1) as last_place
  from seen group by area_code, school_code, item_no
),
cell as (
  select area_code, school_code, contrast_cell(item, item_name, item_no, exam_no, label, measure, student_num, value, diff, place) as cell
  from seen
  union all
  select area_code, school_code, change_cell(item, item_name, item_no, student_num, last_value - first_value, first_place - last_place)
  from first_last
),
gathered as (
  select area_code, school_code, to_json(list(cell)) as cells from cell group by all
)
select page.area_code, area_name, page.school_code, school_name, cells, rows_total
from page join gathered on gathered.area_code = page.area_code and gathered.school_code is not distinct from page.school_code
order by row_no
-- totals
, above as (
  select * from compared
  where grain = 'all' or grain = 'area' and $grain = 'school' and list_contains($areaScope, exam_no || ' ' || area_code)
)
select grain as unit_grain, area_code, if(grain = 'all', '联考', arg_max(area_name, exam_no)) as area_name,
  if(grain = 'area', '县区', null) as school_name,
  to_json(list(contrast_cell(
    item, item_name, item_no, exam_no, label, measure, student_num, value, if(grain = 'all', null, diff), if(grain = 'all', null, place)
  ))) as cells
from above
group by grain, area_code
order by grain = 'all', area_code
