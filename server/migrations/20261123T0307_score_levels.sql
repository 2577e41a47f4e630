-- 等级赋分参数: how the marks of a course become grades and assigned marks.
create table exam_level_param (
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  course_name varchar(20) not null,
  model varchar(20) not null,
  grades jsonb not null,
  options jsonb not null,
  primary key (exam_id, course_name)
);
alter table exam_level_param enable row level security;
alter table exam_level_param force row level security;
create policy tenant on exam_level_param using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_level_param to exam_app;
