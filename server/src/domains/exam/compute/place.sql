-- one row per class of the roster, with the ids of the class, its school and its area in the order of the bureau
with area as (
  select area_code, min(area_name) as area_name, min(area_sort) as area_sort
  from person
  group by area_code
),
school as (
  select area_code, school_code, min(school_name) as school_name, min(school_sort) as school_sort,
         min(school_group) as school_group, min(is_in_report) as is_in_report
  from person
  group by area_code, school_code
),
class as (
  select area_code, school_code, coalesce(class_code, exam_class) as class_key,
         min(class_code) as class_code, min(exam_class) as class_name, min(class_sort) as class_sort
  from person
  group by area_code, school_code, class_key
)
select *,
       dense_rank() over (order by area_sort, area_code)::int as area_id,
       dense_rank() over (order by area_sort, area_code, school_sort, school_code)::int as school_id,
       row_number() over (order by area_sort, area_code, school_sort, school_code, class_sort, class_key)::int as class_id
from class
join school using (area_code, school_code)
join area using (area_code)
