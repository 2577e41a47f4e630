-- Archived students are read by their exam: nothing asks for one of all exams by number, name or code. To write these three cost as much
-- as the rest of archiving a list.
drop index exam_score_student_code;
drop index exam_score_student_find_number;
drop index exam_score_student_find_name;
