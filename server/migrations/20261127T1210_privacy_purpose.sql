-- Purposes for which data of people are processed, and what guardians agreed to.
-- 个人信息处理目的
create table data_purpose (
  id bigint primary key,
  tenant_id varchar(12) not null,
  purpose_name varchar(100) not null,
  data_kinds jsonb not null,
  legal_basis varchar(64) not null,
  basis_note varchar(200),
  stored_at varchar(200) not null,
  retain_years integer,
  retain_note varchar(200),
  recipients varchar(500),
  consent_text text,
  consent_version varchar(20),
  responsible_name varchar(50) not null,
  valid_from date not null,
  valid_to date,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index data_purpose_uk1 on data_purpose (tenant_id, purpose_name) where is_deleted = 0;
alter table data_purpose enable row level security;
alter table data_purpose force row level security;
create policy tenant on data_purpose using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on data_purpose to exam_app;

-- 监护人同意
create table guardian_consent (
  id bigint primary key,
  tenant_id varchar(12) not null,
  purpose_id bigint not null,
  student_id bigint not null,
  student_name varchar(50),
  student_code varchar(24),
  area_code varchar(64),
  school_code varchar(64),
  class_code varchar(40),
  class_name varchar(40),
  guardian_name varchar(50) not null,
  relation varchar(64) not null,
  consent_way varchar(64) not null,
  consent_version varchar(20),
  given_date date not null,
  consent_status integer,
  withdraw_time timestamp(0),
  withdraw_reason varchar(200),
  withdrawer_name varchar(50),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create index guardian_consent_area_code on guardian_consent (tenant_id, area_code) where is_deleted = 0;
create index guardian_consent_school_code on guardian_consent (tenant_id, school_code) where is_deleted = 0;
create index guardian_consent_class_code on guardian_consent (tenant_id, class_code) where is_deleted = 0;
alter table guardian_consent enable row level security;
alter table guardian_consent force row level security;
create policy tenant on guardian_consent using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on guardian_consent to exam_app;
