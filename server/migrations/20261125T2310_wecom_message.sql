-- 部门消息
create table wecom_message (
  id bigint primary key,
  tenant_id varchar(12) not null,
  corp_id varchar(64) not null,
  title varchar(100) not null,
  audience integer not null,
  departments jsonb not null,
  content text not null,
  url varchar(2000),
  message_status integer,
  send_time timestamp(0),
  dept_num integer,
  success_num integer,
  fail_num integer,
  result_text varchar(500),
  area_code varchar(64),
  school_code varchar(64),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create index wecom_message_area_code on wecom_message (tenant_id, area_code) where is_deleted = 0;
create index wecom_message_school_code on wecom_message (tenant_id, school_code) where is_deleted = 0;
alter table wecom_message enable row level security;
alter table wecom_message force row level security;
create policy tenant on wecom_message using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wecom_message to exam_app;

-- 部门消息发到的每个部门和结果
create table wecom_delivery (
  id bigint primary key,
  tenant_id varchar(12) not null,
  message_id bigint not null,
  part_no integer not null,
  dept_id integer not null,
  dept_name varchar(64) not null,
  deliver_state smallint not null,
  text varchar(200) not null,
  msgid varchar(255),
  claim_time timestamp(0),
  deliver_time timestamp(0)
);
create unique index wecom_delivery_dept on wecom_delivery (message_id, dept_id);
alter table wecom_delivery enable row level security;
alter table wecom_delivery force row level security;
create policy tenant on wecom_delivery using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wecom_delivery to exam_app;
