-- Organisations, classes, people and resources of the platform: four trees.

-- 组织
create table organize (
  id bigint primary key,
  tenant_id varchar(12) not null,
  org_name varchar(100) not null,
  org_code varchar(32) not null,
  parent_id bigint,
  full_name varchar(200),
  org_type integer not null,
  area_code varchar(64),
  school_code varchar(64),
  sort integer not null,
  is_sealed smallint,
  ancestors varchar(2000),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index organize_uk1 on organize (tenant_id, org_code) where is_deleted = 0;
create index organize_area_code on organize (tenant_id, area_code) where is_deleted = 0;
create index organize_school_code on organize (tenant_id, school_code) where is_deleted = 0;
create index organize_parent_id on organize (tenant_id, parent_id) where is_deleted = 0;
alter table organize enable row level security;
alter table organize force row level security;
create policy tenant on organize using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on organize to exam_app;

-- 平台班级
create table newclasses (
  id bigint primary key,
  tenant_id varchar(12) not null,
  name varchar(100) not null,
  code varchar(40) not null,
  parent_id bigint,
  node_type integer not null,
  school_code varchar(64) not null,
  class_code varchar(64),
  stage varchar(64),
  enter_year integer,
  grade_code varchar(64),
  class_no integer,
  sort integer not null,
  ancestors varchar(2000),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index newclasses_uk1 on newclasses (tenant_id, code) where is_deleted = 0;
create index newclasses_school_code on newclasses (tenant_id, school_code) where is_deleted = 0;
create index newclasses_parent_id on newclasses (tenant_id, parent_id) where is_deleted = 0;
alter table newclasses enable row level security;
alter table newclasses force row level security;
create policy tenant on newclasses using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on newclasses to exam_app;

-- 平台用户
create table userinfo (
  id bigint primary key,
  tenant_id varchar(12) not null,
  real_name varchar(50) not null,
  user_code varchar(64) not null,
  parent_id bigint,
  organize_id bigint,
  school_code varchar(64),
  duty varchar(50),
  sex integer,
  phone varchar(20),
  email varchar(100),
  sort integer not null,
  is_sealed smallint,
  ancestors varchar(2000),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index userinfo_uk1 on userinfo (tenant_id, user_code) where is_deleted = 0;
create index userinfo_school_code on userinfo (tenant_id, school_code) where is_deleted = 0;
create index userinfo_parent_id on userinfo (tenant_id, parent_id) where is_deleted = 0;
alter table userinfo enable row level security;
alter table userinfo force row level security;
create policy tenant on userinfo using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on userinfo to exam_app;

-- 应用资源
create table appresource (
  id bigint primary key,
  tenant_id varchar(12) not null,
  resource_name varchar(100) not null,
  resource_code varchar(64) not null,
  parent_id bigint,
  app_code varchar(64) not null,
  resource_type integer not null,
  path varchar(255),
  icon varchar(64),
  sort integer not null,
  is_sealed smallint,
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
create unique index appresource_uk1 on appresource (tenant_id, app_code, resource_code) where is_deleted = 0;
create index appresource_parent_id on appresource (tenant_id, parent_id) where is_deleted = 0;
alter table appresource enable row level security;
alter table appresource force row level security;
create policy tenant on appresource using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on appresource to exam_app;
