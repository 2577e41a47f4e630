-- Corporate messaging: corps, their departments with administrators, students, parents, contacts.

-- 企业管理
create table wecom_corp (
  id bigint primary key,
  tenant_id varchar(12) not null,
  corp_id varchar(64) not null,
  corp_name varchar(64) not null,
  corp_full_name varchar(128),
  uscc varchar(18),
  area_code varchar(64),
  agent_id integer,
  secret text,
  contact_secret text,
  token text,
  encoding_aes_key text,
  school_mode smallint,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index wecom_corp_uk1 on wecom_corp (tenant_id, corp_id) where is_deleted = 0;
create index wecom_corp_area_code on wecom_corp (tenant_id, area_code) where is_deleted = 0;
create index wecom_corp_uscc on wecom_corp (tenant_id, uscc) where is_deleted = 0;
alter table wecom_corp enable row level security;
alter table wecom_corp force row level security;
create policy tenant on wecom_corp using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wecom_corp to exam_app;

-- 企业微信部门
create table wecom_dept (
  id bigint primary key,
  tenant_id varchar(12) not null,
  corp_id varchar(64) not null,
  dept_name varchar(64) not null,
  dept_id integer,
  parent_id bigint,
  dept_type integer not null,
  register_year integer,
  standard_grade integer,
  school_code varchar(64),
  area_code varchar(64),
  class_code varchar(64),
  sort integer,
  is_graduated smallint,
  open_group_chat smallint,
  group_chat_id varchar(64),
  ancestors varchar(2000),
  sync_state integer,
  sync_time timestamp(0),
  sync_error varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index wecom_dept_uk1 on wecom_dept (tenant_id, corp_id, coalesce(dept_id, -1)) where is_deleted = 0;
create index wecom_dept_area_code on wecom_dept (tenant_id, area_code) where is_deleted = 0;
create index wecom_dept_school_code on wecom_dept (tenant_id, school_code) where is_deleted = 0;
create index wecom_dept_class_code on wecom_dept (tenant_id, class_code) where is_deleted = 0;
create index wecom_dept_parent_id on wecom_dept (tenant_id, parent_id) where is_deleted = 0;
alter table wecom_dept enable row level security;
alter table wecom_dept force row level security;
create policy tenant on wecom_dept using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wecom_dept to exam_app;

-- 部门管理员
create table wecom_dept_admin (
  id bigint primary key,
  tenant_id varchar(12) not null,
  corp_id varchar(64) not null,
  department bigint not null,
  user_id varchar(64) not null,
  admin_type integer not null,
  user_name varchar(64),
  subject varchar(15),
  area_code varchar(64),
  school_code varchar(64),
  class_code varchar(64),
  sync_state integer,
  sync_time timestamp(0),
  sync_error varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index wecom_dept_admin_uk1 on wecom_dept_admin (tenant_id, corp_id, department, user_id, admin_type) where is_deleted = 0;
create index wecom_dept_admin_area_code on wecom_dept_admin (tenant_id, area_code) where is_deleted = 0;
create index wecom_dept_admin_school_code on wecom_dept_admin (tenant_id, school_code) where is_deleted = 0;
create index wecom_dept_admin_class_code on wecom_dept_admin (tenant_id, class_code) where is_deleted = 0;
alter table wecom_dept_admin enable row level security;
alter table wecom_dept_admin force row level security;
create policy tenant on wecom_dept_admin using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wecom_dept_admin to exam_app;

-- 企业微信学生
create table wecom_student (
  id bigint primary key,
  tenant_id varchar(12) not null,
  corp_id varchar(64) not null,
  student_userid varchar(64) not null,
  name varchar(32) not null,
  departments jsonb not null,
  mobile varchar(20),
  student_code varchar(24),
  remark varchar(200),
  area_code varchar(64),
  school_code varchar(64),
  class_code varchar(64),
  sync_state integer,
  sync_time timestamp(0),
  sync_error varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index wecom_student_uk1 on wecom_student (tenant_id, corp_id, student_userid) where is_deleted = 0;
create index wecom_student_class_code on wecom_student (tenant_id, class_code) where is_deleted = 0;
create index wecom_student_name on wecom_student (tenant_id, corp_id, student_userid, id) where is_deleted = 0;
create index wecom_student_student_code on wecom_student (tenant_id, student_code, corp_id, student_userid, id) where is_deleted = 0;
create index wecom_student_area_code on wecom_student (tenant_id, area_code, corp_id, student_userid, id) where is_deleted = 0;
create index wecom_student_school_code on wecom_student (tenant_id, school_code, corp_id, student_userid, id) where is_deleted = 0;
create index wecom_student_sync_state on wecom_student (tenant_id, sync_state, corp_id, student_userid, id) where is_deleted = 0;
create index wecom_student_create_time on wecom_student (tenant_id, create_time, id) where is_deleted = 0;
create index wecom_student_student_userid_pieces on wecom_student using gin (name_pieces(student_userid));
create index wecom_student_name_pieces on wecom_student using gin (name_pieces(name));
alter table wecom_student enable row level security;
alter table wecom_student force row level security;
create policy tenant on wecom_student using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wecom_student to exam_app;
drop view if exists wecom_student_rows;
create view wecom_student_rows as select id, tenant_id, corp_id, student_userid, name, departments, mobile, student_code, remark, area_code, school_code, class_code, sync_state, sync_time, sync_error, create_user, create_dept, create_time, update_user, update_time, status, is_deleted from wecom_student where tenant_id = current_setting('app.tenant', true);
grant select on wecom_student_rows to exam_app;

-- 学生家长
create table wecom_parent (
  id bigint primary key,
  tenant_id varchar(12) not null,
  corp_id varchar(64) not null,
  parent_userid varchar(64) not null,
  student bigint not null,
  student_userid varchar(64),
  relation varchar(10),
  mobile varchar(20),
  is_subscribe smallint,
  external_userid varchar(64),
  area_code varchar(64),
  school_code varchar(64),
  class_code varchar(64),
  sync_state integer,
  sync_time timestamp(0),
  sync_error varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index wecom_parent_uk1 on wecom_parent (tenant_id, corp_id, parent_userid, student) where is_deleted = 0;
create index wecom_parent_class_code on wecom_parent (tenant_id, class_code) where is_deleted = 0;
create index wecom_parent_student_userid on wecom_parent (tenant_id, corp_id, parent_userid, id) where is_deleted = 0;
create index wecom_parent_student on wecom_parent (tenant_id, student, corp_id, parent_userid, id) where is_deleted = 0;
create index wecom_parent_area_code on wecom_parent (tenant_id, area_code, corp_id, parent_userid, id) where is_deleted = 0;
create index wecom_parent_school_code on wecom_parent (tenant_id, school_code, corp_id, parent_userid, id) where is_deleted = 0;
create index wecom_parent_sync_state on wecom_parent (tenant_id, sync_state, corp_id, parent_userid, id) where is_deleted = 0;
create index wecom_parent_create_time on wecom_parent (tenant_id, create_time, id) where is_deleted = 0;
create index wecom_parent_parent_userid_pieces on wecom_parent using gin (name_pieces(parent_userid));
alter table wecom_parent enable row level security;
alter table wecom_parent force row level security;
create policy tenant on wecom_parent using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wecom_parent to exam_app;
drop view if exists wecom_parent_rows;
create view wecom_parent_rows as select id, tenant_id, corp_id, parent_userid, student, student_userid, relation, mobile, is_subscribe, external_userid, area_code, school_code, class_code, sync_state, sync_time, sync_error, create_user, create_dept, create_time, update_user, update_time, status, is_deleted from wecom_parent where tenant_id = current_setting('app.tenant', true);
grant select on wecom_parent_rows to exam_app;

-- 外部联系人
create table wecom_contact (
  id bigint primary key,
  tenant_id varchar(12) not null,
  corp_id varchar(64) not null,
  external_userid varchar(64) not null,
  name varchar(128) not null,
  contact_type integer,
  gender integer,
  position varchar(128),
  corp_name varchar(128),
  corp_full_name varchar(255),
  avatar varchar(512),
  unionid varchar(64),
  is_subscribe smallint,
  follow_users jsonb,
  area_code varchar(64),
  school_code varchar(64),
  sync_state integer,
  sync_time timestamp(0),
  sync_error varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index wecom_contact_uk1 on wecom_contact (tenant_id, corp_id, external_userid) where is_deleted = 0;
create index wecom_contact_area_code on wecom_contact (tenant_id, area_code) where is_deleted = 0;
create index wecom_contact_school_code on wecom_contact (tenant_id, school_code) where is_deleted = 0;
alter table wecom_contact enable row level security;
alter table wecom_contact force row level security;
create policy tenant on wecom_contact using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wecom_contact to exam_app;
