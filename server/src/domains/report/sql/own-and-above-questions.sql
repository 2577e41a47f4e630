-- How many answered each question in the reader's own units and in those above them: one row per unit and question, which stands
-- in the place of a line.
-- rows
select grain, area_code, school_code, class_code, course_id, question_id as line_no, student_num
from lines_in($package || '/question_stat.parquet', $grain, $areaScope, $schoolScope, $classScope)
union all
select grain, area_code, school_code, class_code, course_id, question_id as line_no, student_num
from read_parquet($package || '/question_stat.parquet')
where grain = 'all'
  or grain = 'area' and $grain in ('school', 'class') and list_contains($areaScope, area_code)
  or grain = 'school' and $grain = 'class' and list_contains($schoolScope, school_code)
