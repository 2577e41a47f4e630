-- one row per area, school and class that takes part
select distinct 'area' as grain, area_id as unit_id, area_id, null::int as school_id, 1::tinyint as is_in_report,
       area_code, area_name, area_sort,
       null as school_code, null as school_name, null::int as school_sort, null as school_group,
       null as class_code, null as class_name, null::int as class_sort
from place
union all
select distinct 'school', school_id, area_id, school_id, is_in_report,
       area_code, area_name, area_sort, school_code, school_name, school_sort, school_group, null, null, null
from place
union all
select 'class', class_id, area_id, school_id, is_in_report,
       area_code, area_name, area_sort, school_code, school_name, school_sort, school_group,
       class_code, class_name, class_sort
from place
order by grain, unit_id
