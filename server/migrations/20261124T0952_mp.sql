-- Public accounts: followers, tags, menu, messages, reply rules, templates and what was sent by them, QR codes, materials, bindings of parents.
-- 消息模板
create table msg_template (
  id bigint primary key,
  tenant_id varchar(12) not null,
  appid varchar(32),
  name varchar(50) not null,
  template_id varchar(100) not null,
  title varchar(20),
  content text,
  data jsonb,
  url varchar(255),
  miniprogram jsonb,
  is_enabled smallint,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index msg_template_uk1 on msg_template (tenant_id, coalesce(appid, ''), name) where is_deleted = 0;
alter table msg_template enable row level security;
alter table msg_template force row level security;
create policy tenant on msg_template using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on msg_template to exam_app;

-- 自动回复规则
create table msg_reply_rule (
  id bigint primary key,
  tenant_id varchar(12) not null,
  rule_name varchar(20) not null,
  appid varchar(64),
  match_value varchar(200) not null,
  exact_match smallint,
  reply_type varchar(64) not null,
  reply_content text not null,
  priority integer,
  effect_time_start varchar(8),
  effect_time_end varchar(8),
  is_enabled smallint,
  remark varchar(255),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
alter table msg_reply_rule enable row level security;
alter table msg_reply_rule force row level security;
create policy tenant on msg_reply_rule using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on msg_reply_rule to exam_app;

-- 粉丝
create table wx_user (
  id bigint primary key,
  tenant_id varchar(12) not null,
  appid varchar(32) not null,
  openid varchar(64) not null,
  nickname varchar(50),
  remark varchar(29),
  phone varchar(20),
  subscribe smallint,
  subscribe_time timestamp(0),
  subscribe_scene varchar(64),
  qr_scene_str varchar(64),
  tagid_list jsonb,
  sex integer,
  city varchar(50),
  province varchar(50),
  headimgurl varchar(500),
  unionid varchar(64),
  sync_no integer,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
alter table wx_user enable row level security;
alter table wx_user force row level security;
create policy tenant on wx_user using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wx_user to exam_app;

-- 公众号消息
create table wx_msg (
  id bigint primary key,
  tenant_id varchar(12) not null,
  appid varchar(32) not null,
  openid varchar(64) not null,
  in_out integer not null,
  msg_type varchar(64) not null,
  detail jsonb,
  msg_id varchar(64),
  once_key varchar(128),
  msg_time timestamp(0) not null,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
alter table wx_msg enable row level security;
alter table wx_msg force row level security;
create policy tenant on wx_msg using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wx_msg to exam_app;

-- 带参二维码
create table wx_qr_code (
  id bigint primary key,
  tenant_id varchar(12) not null,
  appid varchar(32) not null,
  scene_str varchar(64) not null,
  is_temp smallint not null,
  expire_time timestamp(0),
  is_expired smallint,
  url varchar(255),
  ticket varchar(255),
  remark varchar(200),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
alter table wx_qr_code enable row level security;
alter table wx_qr_code force row level security;
create policy tenant on wx_qr_code using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wx_qr_code to exam_app;

-- 素材
create table wx_material (
  id bigint primary key,
  tenant_id varchar(12) not null,
  appid varchar(32) not null,
  media_type varchar(64),
  name varchar(200),
  media_id varchar(128) not null,
  url varchar(1000),
  articles jsonb,
  wx_update_time timestamp(0),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
alter table wx_material enable row level security;
alter table wx_material force row level security;
create policy tenant on wx_material using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wx_material to exam_app;

-- 模板消息日志
create table template_msg_log (
  id bigint primary key,
  tenant_id varchar(12) not null,
  appid varchar(32) not null,
  batch_id varchar(20),
  touser varchar(64) not null,
  template_id varchar(100) not null,
  data jsonb,
  url varchar(255),
  miniprogram jsonb,
  send_status integer not null,
  send_result varchar(255),
  claim_time timestamp(0),
  send_time timestamp(0),
  finish_time timestamp(0),
  msgid varchar(32),
  errcode integer,
  remark varchar(200),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
alter table template_msg_log enable row level security;
alter table template_msg_log force row level security;
create policy tenant on template_msg_log using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on template_msg_log to exam_app;

-- 群发批次
create table wx_template_batch (
  id bigint primary key,
  tenant_id varchar(12) not null,
  appid varchar(32) not null,
  template_name varchar(50) not null,
  template_id varchar(100) not null,
  data jsonb not null,
  url varchar(255),
  miniprogram jsonb,
  filter jsonb,
  request_id varchar(64) not null,
  batch_status integer not null,
  stop_reason varchar(300),
  total integer not null,
  job_id varchar(20),
  is_written smallint not null,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
alter table wx_template_batch enable row level security;
alter table wx_template_batch force row level security;
create policy tenant on wx_template_batch using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wx_template_batch to exam_app;

-- 家长绑定
create table wx_binding (
  id bigint primary key,
  tenant_id varchar(12) not null,
  appid varchar(32) not null,
  openid varchar(64) not null,
  student_name varchar(50) not null,
  student_code varchar(24) not null,
  area_code varchar(64),
  school_code varchar(64) not null,
  class_code varchar(40),
  class_name varchar(40),
  bind_status integer not null,
  bind_time timestamp(0) not null,
  revoke_time timestamp(0),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create index wx_binding_area_code on wx_binding (tenant_id, area_code) where is_deleted = 0;
create index wx_binding_school_code on wx_binding (tenant_id, school_code) where is_deleted = 0;
create index wx_binding_class_code on wx_binding (tenant_id, class_code) where is_deleted = 0;
alter table wx_binding enable row level security;
alter table wx_binding force row level security;
create policy tenant on wx_binding using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wx_binding to exam_app;

create table wx_bind_code (
  tenant_id varchar(12) not null,
  code_hash char(64) not null,
  student_code varchar(24) not null,
  class_code varchar(40) not null,
  expire_time timestamp with time zone not null,
  used integer not null,
  primary key (tenant_id, code_hash)
);
alter table wx_bind_code enable row level security;
alter table wx_bind_code force row level security;
create policy tenant on wx_bind_code using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wx_bind_code to exam_app;

create table wx_bind_try (
  tenant_id varchar(12) not null,
  appid varchar(32) not null,
  openid varchar(64) not null,
  tries integer not null,
  since_time timestamp with time zone not null,
  primary key (tenant_id, appid, openid)
);
alter table wx_bind_try enable row level security;
alter table wx_bind_try force row level security;
create policy tenant on wx_bind_try using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wx_bind_try to exam_app;

create table wx_menu_kept (
  tenant_id varchar(12) not null,
  appid varchar(32) not null,
  buttons jsonb not null,
  conditional jsonb not null,
  kept_time timestamp with time zone not null,
  primary key (tenant_id, appid)
);
alter table wx_menu_kept enable row level security;
alter table wx_menu_kept force row level security;
create policy tenant on wx_menu_kept using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wx_menu_kept to exam_app;

create table wx_read (
  tenant_id varchar(12) not null,
  appid varchar(32) not null,
  what varchar(16) not null,
  read_time timestamp with time zone not null,
  primary key (tenant_id, appid, what)
);
alter table wx_read enable row level security;
alter table wx_read force row level security;
create policy tenant on wx_read using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wx_read to exam_app;

create table wx_send_finish (
  tenant_id varchar(12) not null,
  appid varchar(32) not null,
  msgid varchar(32) not null,
  send_status smallint not null,
  finish_time timestamp with time zone not null,
  primary key (tenant_id, appid, msgid)
);
alter table wx_send_finish enable row level security;
alter table wx_send_finish force row level security;
create policy tenant on wx_send_finish using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wx_send_finish to exam_app;

create table wx_tag (
  tenant_id varchar(12) not null,
  appid varchar(32) not null,
  tagid integer not null,
  name varchar(64) not null,
  count integer not null,
  primary key (tenant_id, appid, tagid)
);
alter table wx_tag enable row level security;
alter table wx_tag force row level security;
create policy tenant on wx_tag using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wx_tag to exam_app;

create table wx_user_pull (
  tenant_id varchar(12) not null,
  appid varchar(32) not null,
  no integer not null,
  next_openid varchar(64) not null,
  total integer not null,
  done integer not null,
  is_done smallint not null,
  primary key (tenant_id, appid)
);
alter table wx_user_pull enable row level security;
alter table wx_user_pull force row level security;
create policy tenant on wx_user_pull using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wx_user_pull to exam_app;

-- What occurs once, removed or not: a removed follower comes back with the next pull, a removed message must not.
create unique index wx_user_uk1 on wx_user (tenant_id, appid, openid);
create unique index wx_msg_uk1 on wx_msg (tenant_id, appid, once_key) where once_key is not null;
create unique index wx_material_uk1 on wx_material (tenant_id, appid, media_id);
create unique index wx_template_batch_uk1 on wx_template_batch (tenant_id, appid, request_id);
create unique index template_msg_log_uk1 on template_msg_log (tenant_id, batch_id, touser) where batch_id is not null;
create unique index wx_binding_uk1 on wx_binding (tenant_id, appid, openid, student_code) where is_deleted = 0 and bind_status = 1;

-- Lists are of one account: followers by the time they came, by tag and unionid, messages by follower, the log by batch and number.
create index wx_user_ix1 on wx_user (tenant_id, appid, subscribe_time desc, id) where is_deleted = 0;
create index wx_user_ix2 on wx_user using gin (tagid_list);
create index wx_user_ix3 on wx_user (tenant_id, unionid) where unionid is not null;
create index wx_msg_ix1 on wx_msg (tenant_id, appid, msg_time desc, id) where is_deleted = 0;
create index wx_msg_ix2 on wx_msg (tenant_id, appid, openid, msg_time desc);
create index template_msg_log_ix1 on template_msg_log (tenant_id, appid, send_time desc, id) where is_deleted = 0;
create index template_msg_log_ix2 on template_msg_log (tenant_id, batch_id, send_status);
create index template_msg_log_ix3 on template_msg_log (tenant_id, appid, msgid) where msgid is not null;
create index wx_binding_ix1 on wx_binding (tenant_id, student_code) where is_deleted = 0;
