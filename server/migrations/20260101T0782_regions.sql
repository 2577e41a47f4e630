-- Administrative divisions: two digits a level, each code beginning with that of the one above.
create table region (
  code varchar(12) primary key,
  parent_code varchar(12) not null,
  name varchar(64) not null,
  region_level smallint not null,
  sort integer not null default 0,
  remark text,
  create_user bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0)
);
create index region_parent_code on region (parent_code, sort, code);
grant select, insert, update, delete on region to exam_app;
