-- Every row of an exam is written twice more after its import, when it is checked and when it is archived: with room on its
-- page the new version needs no entry in any index.
alter table exam_student_import set (fillfactor = 45);
alter table exam_score_student_course_import set (fillfactor = 45);
