-- 系统字典
create table dict (
  id bigint primary key,
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
create unique index dict_uk1 on dict (code, coalesce(dict_key, '')) where is_deleted = 0;
create index dict_parent_id on dict (parent_id) where is_deleted = 0;
grant select, insert, update, delete on dict to exam_app;
