-- 高中三率: one row per unit of the grain for one course; cells: of the total one per line of the exam.
with aim as (
  from targets_in($targets)
),
base as (
  from bases_in($package, $bases)
),
line as (
  select grain, unit_id, to_json(list(based_cell(aimed_cell(placed_cell(
    line_no, stat.period_name, stat.arts_science, student_num, stat.base_num, online_num, if(grain = 'all', null, online_rank)
  ), target_num, $targets), online_num, base.base_num, if($grain = 'area', population, null)) order by line_no)) as cells
  from read_parquet($package || '/line_stat.parquet') stat
  left join aim on aim.unit = unit_key(grain, area_code, school_code)
    and aim.arts_science = stat.arts_science and aim.period_name = stat.period_name
  left join base on base.unit = unit_key(grain, area_code, school_code) and base.arts_science = stat.arts_science
  where grain in ('all', 'area', 'school') and course_id = 0 and $courseId = 0
  group by grain, unit_id
)
-- rows
, unit as (
  select *, count(*) over () as rows_total, row_number() over (order by unit_id) as row_no
  from units_in($package, $grain, $areaScope, $schoolScope, $classScope, $schoolGroup)
  where course_id = $courseId
)
select area_code, area_name, school_code, school_name, plan_num, student_num, absent_num, other_num, base_num,
  excellent_num, excellent_rate, excellent_rank, pass_num, pass_rate, pass_rank, low_num, low_rate, low_rank, cells, rows_total
from measures_of(unit, $sdType) left join line using (grain, unit_id)
where row_no > $skip and row_no <= $skip + $size
order by row_no
-- totals
, above as (
  from units_above($package, $grain, $areaScope, $schoolScope) where course_id = $courseId
)
select unit_grain, area_code, area_name, school_name, plan_num, student_num, absent_num, other_num, base_num,
  excellent_num, excellent_rate, pass_num, pass_rate, low_num, low_rate, cells
from measures_of(above, $sdType) left join line using (grain, unit_id)
order by total_no, area_sort, school_sort
