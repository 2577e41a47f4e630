-- Requests of guardians about the data of a child.
-- 个人信息请求
create table personal_request (
  id bigint primary key,
  tenant_id varchar(12) not null,
  open_until date,
  student_id bigint not null,
  student_name varchar(50),
  student_code varchar(24),
  area_code varchar(64),
  school_code varchar(64),
  class_code varchar(40),
  class_name varchar(40),
  request_kind varchar(64) not null,
  requester_name varchar(50) not null,
  relation varchar(64) not null,
  requester_phone varchar(20),
  identity_check varchar(64) not null,
  content text not null,
  received_date date not null,
  due_date date,
  request_status integer,
  handler_name varchar(50),
  accept_time timestamp(0),
  answerer_name varchar(50),
  answer_time timestamp(0),
  answer varchar(500),
  reminded_date date,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create index personal_request_area_code on personal_request (tenant_id, area_code) where is_deleted = 0;
create index personal_request_school_code on personal_request (tenant_id, school_code) where is_deleted = 0;
create index personal_request_class_code on personal_request (tenant_id, class_code) where is_deleted = 0;
alter table personal_request enable row level security;
alter table personal_request force row level security;
create policy tenant on personal_request using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on personal_request to exam_app;
