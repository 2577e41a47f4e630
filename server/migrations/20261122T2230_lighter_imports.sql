-- Imported rows come unit after unit: block ranges find those of a unit, and cost nothing to write.
drop index exam_student_import_area_code;
drop index exam_student_import_school_code;
drop index exam_student_import_class_code;
create index exam_student_import_scope on exam_student_import using brin (area_code, school_code, class_code);
drop index exam_score_student_course_import_area_code;
drop index exam_score_student_course_import_school_code;
drop index exam_score_student_course_import_class_code;
create index exam_score_student_course_import_scope on exam_score_student_course_import using brin (area_code, school_code, class_code);
-- What a batch has added is known by its rows; only what stood there before is kept for the undo.
delete from exam_import_undo where before is null;
alter table exam_import_undo alter column before set not null;
