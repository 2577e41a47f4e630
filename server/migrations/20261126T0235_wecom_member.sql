-- 企业微信成员与本系统账号的对应；站内消息同时发到企业微信
create table wecom_member (
  id bigint primary key,
  tenant_id varchar(12) not null,
  corp_id varchar(64) not null,
  member_id varchar(64) not null,
  account varchar(64) not null,
  user_name varchar(100),
  remark varchar(200),
  told_time timestamp(0),
  told_text varchar(200),
  user_id varchar(20),
  tied_from varchar(20),
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
create unique index wecom_member_uk1 on wecom_member (tenant_id, corp_id, member_id) where is_deleted = 0;
create unique index wecom_member_uk2 on wecom_member (tenant_id, corp_id, account) where is_deleted = 0;
create index wecom_member_area_code on wecom_member (tenant_id, area_code) where is_deleted = 0;
create index wecom_member_school_code on wecom_member (tenant_id, school_code) where is_deleted = 0;
alter table wecom_member enable row level security;
alter table wecom_member force row level security;
create policy tenant on wecom_member using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wecom_member to exam_app;

-- 哪条站内消息已为哪个成员交给企业微信
create table wecom_told (
  tenant_id varchar(12) not null,
  member_row bigint not null,
  message_id bigint not null,
  told_state smallint not null,
  text varchar(200) not null,
  msgid varchar(255),
  claim_time timestamp(0) not null,
  told_time timestamp(0),
  primary key (tenant_id, member_row, message_id)
);
create index wecom_told_claim_time on wecom_told (tenant_id, claim_time);
alter table wecom_told enable row level security;
alter table wecom_told force row level security;
create policy tenant on wecom_told using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wecom_told to exam_app;

alter table wecom_corp
  add column push_messages smallint,
  add column push_from varchar(20),
  add column push_tried timestamp(0),
  add column push_error varchar(500);
