-- Q08: a student without some of the questions of his paper.
select row_id, 'studentNumber' as target, '考号 ' || student_number || ' 有 ' || num || ' 道小题的得分，试卷有 ' || expected || ' 道' as text
from student_sum where papers = 1 and num < expected
