-- F02: a course the exam does not have, or a text too long to be a mark.
select row_id, 'courseName' as target, '科目「' || course_text || '」不在本次考试' as text
from entry where course_text is not null and course_text not in (select word from course_word)
union all from unfit
