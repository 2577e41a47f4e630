-- The classes that rows of S04 ask for: by school, under the name they are given there.
select e.school_code as "schoolCode", any_value(e.school_name) as "schoolName", any_value(e.area_code) as "areaCode",
  any_value(e.class_text) as "className", class_no_of(e.class_text) as "classNo", count(distinct e.row_id) as num
from entry e join fault f using (row_id) where f.code = 'S04'
group by e.school_code, class_no_of(e.class_text) order by any_value(e.school_name), class_no_of(e.class_text)
