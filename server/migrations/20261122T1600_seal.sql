-- Applications for seals, and the keys that hold certificates.

-- UKey管理
create table seal_ukey (
  id bigint primary key,
  tenant_id varchar(12) not null,
  ukey_sn varchar(64) not null,
  label varchar(100) not null,
  vendor varchar(50),
  model varchar(50),
  firmware varchar(50),
  holder_name varchar(100) not null,
  area_code varchar(64),
  dept_uscc varchar(18) not null,
  issue_time date,
  expire_time date,
  pin text,
  pin_retry_left integer,
  ukey_status integer not null,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index seal_ukey_uk1 on seal_ukey (tenant_id, ukey_sn) where is_deleted = 0;
create index seal_ukey_area_code on seal_ukey (tenant_id, area_code) where is_deleted = 0;
create index seal_ukey_dept_uscc on seal_ukey (tenant_id, dept_uscc) where is_deleted = 0;
alter table seal_ukey enable row level security;
alter table seal_ukey force row level security;
create policy tenant on seal_ukey using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on seal_ukey to exam_app;

-- 印章申请
create table seal_permit (
  id bigint primary key,
  tenant_id varchar(12) not null,
  permit_no varchar(32),
  apply_type integer not null,
  seal_name varchar(100) not null,
  seal_type integer not null,
  unit_name varchar(100) not null,
  area_code varchar(64),
  dept_uscc varchar(18) not null,
  legal_person varchar(50),
  applicant_name varchar(50),
  applicant_phone varchar(20),
  reason text,
  ukey_id bigint,
  valid_start date,
  valid_end date,
  permit_status integer,
  approver_name varchar(50),
  approve_time timestamp(0),
  approve_opinion varchar(200),
  reject_reason varchar(200),
  cancel_make_time timestamp(0),
  cancel_make_reason varchar(200),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create index seal_permit_area_code on seal_permit (tenant_id, area_code) where is_deleted = 0;
create index seal_permit_dept_uscc on seal_permit (tenant_id, dept_uscc) where is_deleted = 0;
alter table seal_permit enable row level security;
alter table seal_permit force row level security;
create policy tenant on seal_permit using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on seal_permit to exam_app;
