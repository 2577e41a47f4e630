-- The platform's own tables: who may sign in, what runs, what was done, which files are kept.

do $$ begin
  create role exam_app nologin;
exception when duplicate_object then null;
end $$;
do $$ begin
  execute format('grant exam_app to %I', current_user);
end $$;
grant usage on schema public to exam_app;

create table tenant (
  id bigint primary key,
  tenant_id varchar(12) not null unique,
  tenant_name varchar(100) not null,
  domain_url varchar(255),
  background_url varchar(500),
  expire_time timestamp(0),
  create_time timestamp(0) not null default localtimestamp(0),
  is_deleted smallint not null default 0
);
grant select, insert, update on tenant to exam_app;

create table oauth_client (
  client_id varchar(64) primary key,
  -- sha256 of the secret
  secret_hash char(64) not null,
  grant_types varchar(255) not null,
  access_token_validity int not null default 3600,
  refresh_token_validity int not null default 604800
);
grant select, insert, update on oauth_client to exam_app;

create table sys_role (
  id bigint primary key,
  tenant_id varchar(12) not null,
  role_name varchar(100) not null,
  role_alias varchar(64) not null,
  -- which rows its holders see: all, area, school, class
  scope_level varchar(8) not null default 'all' check (scope_level in ('all', 'area', 'school', 'class')),
  permissions text[] not null default '{}',
  menus text[] not null default '{}',
  sort int not null default 0,
  is_deleted smallint not null default 0
);
create unique index sys_role_uk on sys_role (tenant_id, role_alias) where is_deleted = 0;

create table sys_user (
  id bigint primary key,
  tenant_id varchar(12) not null,
  account varchar(64) not null,
  -- argon2id over the lower-case hex MD5 of the password, which is what travels
  password_hash varchar(200) not null,
  name varchar(100) not null,
  real_name varchar(100),
  avatar varchar(500),
  email varchar(100),
  phone varchar(200),
  role_ids bigint[] not null default '{}',
  dept_id bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_time timestamp(0) not null default localtimestamp(0),
  status int not null default 1,
  is_deleted smallint not null default 0
);
create unique index sys_user_uk on sys_user (tenant_id, account) where is_deleted = 0;

-- which units a user works for, by credit code, area or class, under a role alias
create table user_dept_role (
  id bigint primary key,
  tenant_id varchar(12) not null,
  user_id bigint not null,
  dept_uscc varchar(18),
  role_alias varchar(64) not null,
  area_code varchar(12),
  class_codes text[] not null default '{}',
  is_deleted smallint not null default 0
);
create index user_dept_role_user on user_dept_role (user_id);

-- sessions are read before the tenant is known
create table auth_session (
  id bigint primary key,
  token_hash char(64) not null unique,
  refresh_hash char(64) not null unique,
  tenant_id varchar(12) not null,
  user_id bigint not null,
  remote_ip varchar(64),
  user_agent varchar(500),
  create_time timestamptz not null default now(),
  access_expire timestamptz not null,
  refresh_expire timestamptz not null
);
create index auth_session_user on auth_session (user_id);
grant select, insert, update, delete on auth_session to exam_app;

create table auth_captcha (
  key uuid primary key,
  code varchar(8) not null,
  expire_time timestamptz not null
);
grant select, insert, delete on auth_captcha to exam_app;

-- failed sign-ins per account and per address, with the time until which more are refused
create table auth_failure (
  key varchar(200) primary key,
  fails int not null,
  last_time timestamptz not null,
  locked_until timestamptz not null
);
grant select, insert, update, delete on auth_failure to exam_app;

create table client_error_log (
  id bigint primary key,
  tenant_id varchar(12),
  user_id bigint,
  entries jsonb not null,
  remote_ip varchar(64),
  create_time timestamptz not null default now()
);
grant select, insert on client_error_log to exam_app;

create table job (
  id bigint primary key,
  tenant_id varchar(12) not null,
  user_id bigint not null,
  name varchar(100) not null,
  title varchar(200) not null,
  payload jsonb not null,
  singleton_key varchar(200),
  state varchar(10) not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  done_num bigint not null default 0,
  total_num bigint not null default 0,
  step varchar(200) not null default '',
  text varchar(2000) not null default '',
  link varchar(500) not null default '',
  file_id bigint,
  attempts int not null default 0,
  create_time timestamptz not null default now(),
  start_time timestamptz,
  heartbeat timestamptz,
  end_time timestamptz
);
create index job_user on job (tenant_id, user_id, create_time desc);
create unique index job_singleton on job (tenant_id, name, singleton_key) where state in ('waiting', 'running') and singleton_key is not null;

create table file_object (
  id bigint primary key,
  tenant_id varchar(12) not null,
  name varchar(255) not null,
  content_type varchar(100) not null,
  size bigint not null,
  sha256 char(64) not null,
  is_public smallint not null default 0,
  create_user bigint,
  create_time timestamptz not null default now()
);
create index file_object_hash on file_object (tenant_id, sha256);

create table operation_log (
  id bigint primary key,
  tenant_id varchar(12) not null,
  user_id bigint not null,
  account varchar(64) not null,
  call varchar(100) not null,
  title varchar(200) not null,
  entity varchar(64),
  row_id varchar(64),
  old_values jsonb,
  new_values jsonb,
  remote_ip varchar(64),
  request_id varchar(64),
  create_time timestamptz not null default now()
);
create index operation_log_time on operation_log (tenant_id, create_time desc);

create table idempotency_key (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  key varchar(100) not null,
  request_hash char(64) not null,
  answer jsonb,
  create_time timestamptz not null default now(),
  primary key (tenant_id, user_id, key)
);

do $$
declare name text;
begin
  foreach name in array array['sys_role', 'sys_user', 'user_dept_role', 'job', 'file_object', 'operation_log', 'idempotency_key'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true))', name);
    execute format('grant select, insert, update, delete on %I to exam_app', name);
  end loop;
end $$;
-- the log is written, never changed
revoke update, delete on operation_log from exam_app;
