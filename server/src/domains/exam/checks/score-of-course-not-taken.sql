-- C07: a mark in a course the student has not chosen.
select row_id, target, '未选' || course_name || '却有分数' as text
from score where not is_taken and score_status in (0, 2)
