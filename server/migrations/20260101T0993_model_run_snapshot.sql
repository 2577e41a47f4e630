-- what a model was when its results were computed: a version keeps it with them
alter table exam_model_run add column model_snapshot jsonb;
