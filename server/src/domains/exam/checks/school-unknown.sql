-- S03: no school of that code or name, or one whose area does not take part.
select row_id, case when school_code is null and school_text = '' then 'schoolCodeText' else 'schoolText' end as target,
  case when school_code is null then '学校「' || coalesce(nullif(school_text, ''), school_code_text) || '」不存在'
    else '学校「' || school_name || '」所在县区不在联考范围' end as text
from entry
where (school_text <> '' or school_code_text <> '') and not is_in_exam
union all
select e.row_id, 'areaText', '县区「' || e.area_text || '」与学校所在的' || e.area_name || '不一致'
from entry e
where e.area_text <> '' and e.is_in_exam
  and e.area_text not in (select word from word_of_dict where code = 'exam_area' and dict_key = e.area_code)
