-- How many of one stream sat each paper in the reader's own units and in those above them: one row per unit, course and line of a stream.
-- rows
select grain, area_code, school_code, class_code, course_id, line_no, student_num
from lines_in($package || '/line_stat.parquet', $grain, $areaScope, $schoolScope, $classScope)
where arts_science > 0
union all
select grain, area_code, school_code, class_code, course_id, line_no, student_num
from read_parquet($package || '/line_stat.parquet')
where arts_science > 0 and (grain = 'all'
  or grain = 'area' and $grain in ('school', 'class') and list_contains($areaScope, area_code)
  or grain = 'school' and $grain = 'class' and list_contains($schoolScope, school_code))
