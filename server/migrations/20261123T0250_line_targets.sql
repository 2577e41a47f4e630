-- How many of each school are to reach each line of an exam.

-- 上线目标
create table exam_line_target (
  id bigint primary key,
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  arts_science varchar(64) not null,
  period_name varchar(30) not null,
  school_code varchar(64) not null,
  area_code varchar(64),
  target_num integer not null,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index exam_line_target_uk1 on exam_line_target (tenant_id, exam_id, arts_science, period_name, school_code) where is_deleted = 0;
create index exam_line_target_area_code on exam_line_target (tenant_id, area_code) where is_deleted = 0;
create index exam_line_target_school_code on exam_line_target (tenant_id, school_code) where is_deleted = 0;
alter table exam_line_target enable row level security;
alter table exam_line_target force row level security;
create policy tenant on exam_line_target using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_line_target to exam_app;
