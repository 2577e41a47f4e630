-- 数据进度：完成率、操作人
alter table exam_data_progress add column percent numeric(9,6);
alter table exam_data_progress add column operator varchar(50);
-- 参考学校：基准校
alter table exam_school add column is_baseline smallint not null default 0;
