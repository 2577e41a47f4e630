-- How many sat each paper in the reader's own units and in those above them: one row per unit and course.
-- rows
select grain, area_code, school_code, class_code, course_id, student_num
from units_in($package, $grain, $areaScope, $schoolScope, $classScope, null)
union all
select grain, area_code, school_code, class_code, course_id, student_num
from units_above($package, $grain, $areaScope, $schoolScope)
