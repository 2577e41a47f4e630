-- The stored list becomes the frozen list: numbers 1..n in the bureau's order, kept by those who have one.
-- $1 tenant, $2 exam
with listed as (
  select i.*, coalesce(a.sort, 0) as area_sort, coalesce(b.sort, 0) as school_sort, b.school_group,
    coalesce(substring(i.exam_class from '(\d{1,4})\D*$')::int, 0) as class_sort
  from exam_student_import i
  left join dict_biz a on a.code = 'exam_area' and a.dict_key = i.area_code and a.is_deleted = 0
  left join basic_school b on b.school_code = i.school_code and b.is_deleted = 0
  where i.exam_id = $2 and i.is_deleted = 0
), numbered as (
  select l.*, coalesce(s.sid, (select coalesce(max(sid), 0) from exam_score_student where exam_id = $2)
    + row_number() over (partition by s.sid is null order by l.area_sort, l.area_code, l.school_sort, l.school_code, l.class_sort, l.class_code, l.student_number))::int as sid
  from listed l left join exam_score_student s on s.exam_id = $2 and s.student_number = l.student_number
)
insert into exam_score_student as f (tenant_id, exam_id, sid, student_number, student_code, student_name, area_code, area_name, area_sort,
  school_code, school_name, school_sort, school_group, class_code, exam_class, class_sort, exam_grade, course_combination, arts_science,
  student_type, is_count)
select $1, $2, n.sid, n.student_number, n.student_code, n.student_name, n.area_code, left(coalesce(n.area_name, n.area_code), 50), n.area_sort,
  n.school_code, left(coalesce(n.school_name, n.school_code), 100), n.school_sort, n.school_group, n.class_code, n.exam_class, n.class_sort,
  left(n.exam_grade, 20), n.course_combination, nullif(coalesce(n.arts_science, e.arts_science), '')::smallint, nullif(n.student_type, '')::smallint,
  coalesce(n.is_count, 1)
from numbered n join exam_info e on e.id = $2
on conflict (exam_id, sid) do update set student_code = excluded.student_code, student_name = excluded.student_name,
  area_code = excluded.area_code, area_name = excluded.area_name, area_sort = excluded.area_sort, school_code = excluded.school_code,
  school_name = excluded.school_name, school_sort = excluded.school_sort, school_group = excluded.school_group,
  class_code = excluded.class_code, exam_class = excluded.exam_class, class_sort = excluded.class_sort, exam_grade = excluded.exam_grade,
  course_combination = excluded.course_combination, arts_science = excluded.arts_science, student_type = excluded.student_type,
  is_count = excluded.is_count
where (f.student_code, f.student_name, f.area_code, f.area_name, f.area_sort, f.school_code, f.school_name, f.school_sort, f.school_group,
    f.class_code, f.exam_class, f.class_sort, f.exam_grade, f.course_combination, f.arts_science, f.student_type, f.is_count)
  is distinct from (excluded.student_code, excluded.student_name, excluded.area_code, excluded.area_name, excluded.area_sort,
    excluded.school_code, excluded.school_name, excluded.school_sort, excluded.school_group, excluded.class_code, excluded.exam_class,
    excluded.class_sort, excluded.exam_grade, excluded.course_combination, excluded.arts_science, excluded.student_type, excluded.is_count)
