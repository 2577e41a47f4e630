-- Databases elsewhere, and what code is generated from.
create table data_source (
  id bigint primary key,
  name varchar(100) not null,
  driver_class varchar(100) not null,
  url varchar(300) not null,
  username varchar(63) not null,
  -- sealed under the master key
  password text,
  remark varchar(500),
  create_user bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  is_deleted smallint not null default 0
);
create unique index data_source_uk1 on data_source (name) where is_deleted = 0;
grant select, insert, update, delete on data_source to exam_app;

alter table tenant add column datasource_id bigint;

create table code_plan (
  id bigint primary key,
  code_name varchar(100) not null,
  title varchar(50) not null,
  entity_name varchar(40) not null,
  package_name varchar(20) not null,
  service_name varchar(40) not null,
  web_path varchar(100) not null,
  datasource_id bigint,
  table_name varchar(130),
  table_prefix varchar(40),
  pk_name varchar(63),
  fields jsonb not null,
  create_user bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  is_deleted smallint not null default 0
);
create unique index code_plan_uk1 on code_plan (code_name) where is_deleted = 0;
grant select, insert, update, delete on code_plan to exam_app;
