-- Users with departments and posts, tenants with contacts and limits.

create table dept (
  id bigint primary key,
  tenant_id varchar(12) not null,
  parent_id bigint,
  dept_name varchar(100) not null,
  full_name varchar(200),
  dept_category integer not null,
  sort integer not null,
  remark varchar(500),
  ancestors varchar(2000),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create index dept_parent_id on dept (tenant_id, parent_id) where is_deleted = 0;

create table post (
  id bigint primary key,
  tenant_id varchar(12) not null,
  category integer not null,
  post_code varchar(64) not null,
  post_name varchar(100) not null,
  sort integer not null,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index post_uk1 on post (tenant_id, post_code) where is_deleted = 0;

do $$
declare name text;
begin
  foreach name in array array['dept', 'post'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true))', name);
    execute format('grant select, insert, update, delete on %I to exam_app', name);
  end loop;
end $$;

alter table sys_user
  add column code varchar(64),
  add column user_type integer not null default 1,
  add column birthday timestamp(0),
  add column sex integer,
  add column dept_ids bigint[] not null default '{}',
  add column post_ids bigint[] not null default '{}',
  add column user_ext text,
  add column create_user bigint,
  add column update_user bigint;

alter table tenant
  add column linkman varchar(50),
  add column contact_number varchar(50),
  add column address varchar(200),
  -- -1: any number of accounts
  add column account_number integer not null default -1,
  add column create_user bigint,
  add column update_user bigint,
  add column update_time timestamp(0) not null default localtimestamp(0),
  add column status integer not null default 1;
