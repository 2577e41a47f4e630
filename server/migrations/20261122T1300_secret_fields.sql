-- Settings with secrets are rows of the CRUD engine: what their lists show is stored beside them.

alter table oss_config add column status_name varchar(255)
  generated always as (case status when 2 then '启用' else '停用' end) stored;
alter table sms_config add column status_name varchar(255)
  generated always as (case status when 2 then '启用' else '停用' end) stored;

alter table data_source add column create_dept bigint, add column status integer not null default 1;

-- A removed provider loses its secret and may come back.
alter table social_provider alter column client_secret drop not null, alter column kind type varchar(64),
  add column create_dept bigint, add column status integer not null default 1,
  add column is_deleted smallint not null default 0;
drop index social_provider_uk;
create unique index social_provider_uk1 on social_provider (tenant_id, source) where is_deleted = 0;
