-- 考试县区参数
create table area_type_param (
  id bigint primary key,
  tenant_id varchar(12) not null,
  area_type varchar(20) not null,
  area_type_name varchar(50) not null,
  area_codes jsonb not null,
  sort integer,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index area_type_param_uk1 on area_type_param (tenant_id, area_type) where is_deleted = 0;
alter table area_type_param enable row level security;
alter table area_type_param force row level security;
create policy tenant on area_type_param using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on area_type_param to exam_app;
