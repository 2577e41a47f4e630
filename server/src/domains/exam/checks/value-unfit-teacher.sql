-- F02: a course the exam does not have, or a text longer than its field.
select row_id, 'courseName' as target, '科目「' || course_text || '」不在本次考试' as text
from entry where course_text <> '' and course_text not in (select word from course_word)
union all select row_id, 'classText', '班级超过 40 个字符' from entry where len(class_text) > 40
union all select row_id, target, '教师「' || teacher_name || '」超过 50 个字符' from teaching where len(teacher_name) > 50
union all select row_id, 'teacherCode', '教师编号超过 32 个字符' from teaching where len(teacher_code) > 32
union all from unfit
