-- 上线统计: one row per unit of the grain; cells: one per line.
with aim as (
  from targets_in($targets)
),
base as (
  from bases_in($package, $bases)
)
-- rows
, unit as (
  select *, row_number() over (order by unit_id) as row_no, count(*) over () as rows_total
  from units_in($package, $grain, $areaScope, $schoolScope, $classScope, null)
  where course_id = 0
),
page as (
  from unit where row_no > $skip and row_no <= $skip + $size
),
cell as (
  select unit_id, to_json(list(based_cell(aimed_cell(line_cell(
    line_no, line.period_name, line.arts_science, student_num, line.base_num, online_num, online_rank, below_num, above_num
  ), target_num, $targets), online_num,
    if($grain = 'class', null, base.base_num), if($grain = 'area', population, null)) order by line_no)) as cells
  from read_parquet($package || '/line_stat.parquet') line
  left join aim on aim.unit = unit_key(grain, area_code, school_code)
    and aim.arts_science = line.arts_science and aim.period_name = line.period_name
  left join base on base.unit = unit_key(grain, area_code, school_code) and base.arts_science = line.arts_science
  where grain = $grain and course_id = 0 and unit_id in (select unit_id from page)
  group by unit_id
)
select area_code, area_name, school_code, school_name, class_code, class_name, student_num, cells, rows_total
from page left join cell using (unit_id)
order by row_no
-- totals
, above as (
  from units_above($package, $grain, $areaScope, $schoolScope) where course_id = 0
),
cell as (
  select grain, unit_id, to_json(list(based_cell(aimed_cell(line_cell(
    line_no, line.period_name, line.arts_science, student_num, line.base_num, online_num, if(grain = 'all', null, online_rank),
    below_num, above_num
  ), target_num, $targets), online_num,
    if($grain = 'class', null, base.base_num), if($grain = 'area', population, null)) order by line_no)) as cells
  from read_parquet($package || '/line_stat.parquet') line
  left join aim on aim.unit = unit_key(grain, area_code, school_code)
    and aim.arts_science = line.arts_science and aim.period_name = line.period_name
  left join base on base.unit = unit_key(grain, area_code, school_code) and base.arts_science = line.arts_science
  where grain in ('all', 'area', 'school') and course_id = 0 and (grain, unit_id) in (select (grain, unit_id) from above)
  group by grain, unit_id
)
select unit_grain, area_code, area_name, school_code, school_name, class_name, student_num, cells
from above left join cell using (grain, unit_id)
order by total_no
