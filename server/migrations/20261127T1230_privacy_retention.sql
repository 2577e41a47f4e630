-- How long which data are kept.
-- 保留规则
create table retention_rule (
  id bigint primary key,
  tenant_id varchar(12) not null,
  rule_name varchar(100) not null,
  data_kind varchar(64) not null,
  keep_years integer not null,
  is_enabled smallint,
  basis varchar(200),
  last_run_time timestamp(0),
  last_run_num integer,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index retention_rule_uk1 on retention_rule (tenant_id, data_kind) where is_deleted = 0;
alter table retention_rule enable row level security;
alter table retention_rule force row level security;
create policy tenant on retention_rule using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on retention_rule to exam_app;
