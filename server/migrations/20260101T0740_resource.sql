-- Providers of text messages and stores of files, per tenant; what was sent; where each file lies.

create table sms_config (
  id bigint primary key,
  tenant_id varchar(12) not null,
  category integer not null,
  sms_code varchar(64) not null,
  template_id varchar(64),
  sign_name varchar(100),
  access_key varchar(200),
  -- sealed under the master key, bound to its row
  secret_key text,
  app_id varchar(64),
  region_id varchar(64),
  endpoint varchar(300),
  body_template text,
  day_quota integer,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  -- 1 off, 2 on
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index sms_config_uk1 on sms_config (tenant_id, sms_code) where is_deleted = 0;
create unique index sms_config_enabled on sms_config (tenant_id) where is_deleted = 0 and status = 2;

create table oss_config (
  id bigint primary key,
  tenant_id varchar(12) not null,
  category integer not null,
  oss_code varchar(64) not null,
  endpoint varchar(300),
  bucket_name varchar(63) not null,
  access_key varchar(200),
  secret_key text,
  app_id varchar(64),
  region varchar(64),
  is_path_style smallint,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index oss_config_uk1 on oss_config (tenant_id, oss_code) where is_deleted = 0;
create unique index oss_config_enabled on oss_config (tenant_id) where is_deleted = 0 and status = 2;

create table sms_template (
  id bigint primary key,
  tenant_id varchar(12) not null,
  kind varchar(64) not null,
  sms_code varchar(64),
  template_code varchar(64) not null,
  param_names varchar(200),
  content text,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index sms_template_uk1 on sms_template (tenant_id, kind, coalesce(sms_code, '')) where is_deleted = 0;

create table sms_log (
  id bigint primary key,
  tenant_id varchar(12) not null,
  -- masked; the number itself is not kept
  phone varchar(20) not null,
  sms_code varchar(64) not null,
  kind varchar(64) not null,
  template_code varchar(64) not null,
  result varchar(300) not null,
  send_time timestamp(0) not null default localtimestamp(0)
);
create index sms_log_time on sms_log (tenant_id, send_time desc);

-- Messages handed to a provider per day; a row is raised before the provider is asked.
create table sms_quota (
  tenant_id varchar(12) not null,
  day date not null,
  used integer not null,
  primary key (tenant_id, day)
);

-- Where a file lies: a store of the tenant, or without one the installation's own.
alter table file_object
  add column store_id bigint,
  add column is_deleted smallint not null default 0;
create index file_object_store on file_object (tenant_id, store_id) where store_id is not null;

do $$
declare name text;
begin
  foreach name in array array['sms_config', 'oss_config', 'sms_template', 'sms_log', 'sms_quota'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true))', name);
    execute format('grant select, insert, update, delete on %I to exam_app', name);
  end loop;
end $$;

-- Tenants that have these dictionaries already get the entries that are new.
insert into dict_biz (id, tenant_id, parent_id, code, dict_key, dict_value, sort, is_sealed)
select (extract(epoch from clock_timestamp()) * 1000)::bigint * 1000 + row_number() over (), p.tenant_id, p.id, p.code, e.dict_key, e.dict_value, e.sort, 0
from dict_biz p
join (values ('oss', '5', '华为云', 5), ('oss', '9', '本地存储', 9), ('sms', '9', '通用接口', 9)) as e(code, dict_key, dict_value, sort)
  on e.code = p.code
where p.dict_key = '-1' and p.is_deleted = 0
  and not exists (select 1 from dict_biz d where d.tenant_id = p.tenant_id and d.code = p.code and d.dict_key = e.dict_key and d.is_deleted = 0);
