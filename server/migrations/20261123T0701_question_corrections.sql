-- Corrections of single questions, and whether the questions still add up to the mark of the course.
alter table exam_score_correction add column question_no varchar(20), add column is_sum_off smallint, add column sum_note varchar(100);
