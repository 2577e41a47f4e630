-- 对比考试: the exam ranks are compared with
alter table exam_info add column prev_exam_id bigint;
