-- 知识点得分率: one row per knowledge point of a course; cells: one per unit of the grain in scope.
with point as (
  select point_no, sum(full10 * share) as full_units
  from read_parquet($package || '/question_point.parquet') part
  join read_parquet($package || '/question.parquet') question using (question_id)
  where part.course_id = $courseId
  group by point_no
),
above as (
  select point_no, min(point_name) as point_name, max(question_num) as question_num,
    max(student_num) filter (where grain = 'all') as all_num,
    max(got) filter (where grain = 'all') as all_got, max(whole) filter (where grain = 'all') as all_whole,
    max(student_num) filter (where grain = 'area') as area_num, max(area_code) filter (where grain = 'area') as area_code,
    max(got) filter (where grain = 'area') as area_got, max(whole) filter (where grain = 'area') as area_whole,
    max(student_num) filter (where grain = 'school') as school_num, max(school_code) filter (where grain = 'school') as school_code,
    max(got) filter (where grain = 'school') as school_got, max(whole) filter (where grain = 'school') as school_whole
  from question_units_above($package || '/knowledge.parquet', $courseId, $areaScope, $schoolScope)
  group by point_no
),
page as (
  select above.*, full_units, count(*) over () as rows_total
  from above join point using (point_no)
  order by point_no limit $size offset $skip
),
unit as (
  select point_no, unit_id, unit_code, unit_name, fact.student_num, got, whole, all_got, all_whole
  from question_units_in($package || '/knowledge.parquet', $courseId, $grain, $areaScope, $schoolScope, $classScope) fact
  join page using (point_no)
),
remark as (
  select point_no,
    if(min(got / whole) < max(got / whole), first(unit_name order by got / whole, unit_id), null) as lowest_unit,
    few_names(list(unit_name order by got / whole, unit_id) filter (where is_weak(got, whole, all_got, all_whole))) as weak_units
  from unit where student_num >= $smallest
  group by point_no
),
gathered as (
  select point_no, to_json(list({
    key: unit_code, title: unit_name, sort: unit_id, studentNum: student_num,
    scoreRate: percent(got, whole), diffRate: rate_difference(got, whole, all_got, all_whole)
  })) as cells
  from unit group by point_no
)
-- rows
select point_no, $courseId as course_id, all_num, area_num, school_num, area_code, school_code,
  point_name, question_num, ratio2(full_units, 100000) as full_score, all_num as student_num,
  percent(all_got, all_whole) as all_rate, percent(area_got, area_whole) as area_rate, percent(school_got, school_whole) as school_rate,
  lowest_unit, nullif(weak_units, '') as weak_units, cells, rows_total
from page left join gathered using (point_no) left join remark using (point_no)
order by point_no
