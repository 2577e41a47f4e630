-- 系统参数
create table param (
  id bigint primary key,
  tenant_id varchar(12) not null,
  param_name varchar(255) not null,
  param_key varchar(255) not null,
  param_value text not null,
  remark varchar(255),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index param_uk1 on param (tenant_id, param_key) where is_deleted = 0;
alter table param enable row level security;
alter table param force row level security;
create policy tenant on param using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on param to exam_app;

-- 业务字典
create table dict_biz (
  id bigint primary key,
  tenant_id varchar(12) not null,
  parent_id bigint,
  code varchar(64) not null,
  dict_value varchar(100) not null,
  dict_key varchar(64),
  sort integer not null,
  is_sealed smallint not null,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index dict_biz_uk1 on dict_biz (tenant_id, code, coalesce(dict_key, '')) where is_deleted = 0;
create index dict_biz_parent_id on dict_biz (tenant_id, parent_id) where is_deleted = 0;
alter table dict_biz enable row level security;
alter table dict_biz force row level security;
create policy tenant on dict_biz using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on dict_biz to exam_app;
