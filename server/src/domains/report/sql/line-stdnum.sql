-- 上线统计: one row per unit of the grain; cells: one per line.
with cell as (
  select grain, unit_id, to_json(list({
      key: 'l' || line_no, sort: line_no,
      title: period_name || case arts_science when 1 then '（历史类）' when 2 then '（物理类）' else '' end,
      studentNum: student_num, onlineNum: online_num, onlineRate: percent(online_num, base_num),
      onlineRank: if(grain = 'all', null, online_rank), belowNum: below_num, aboveNum: above_num
    } order by line_no)) as cells
  from read_parquet($package || '/line_stat.parquet')
  where course_id = 0
  group by grain, unit_id
)
-- rows
, unit as (
  select *, row_number() over (order by unit_id) as row_no, count(*) over () as rows_total
  from units_in($package, $grain, $areaScope, $schoolScope, $classScope, null)
  where course_id = 0
)
select area_code, area_name, school_code, school_name, class_code, class_name, student_num, cells, rows_total
from unit left join cell using (grain, unit_id)
where row_no > $skip and row_no <= $skip + $size
order by row_no
-- totals
select unit_grain, area_name, school_name, class_name, student_num, cells
from units_above($package, $grain, $areaScope, $schoolScope)
left join cell using (grain, unit_id)
where course_id = 0
order by total_no
