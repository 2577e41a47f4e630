-- 家长消息
create table gather_weixin_msg (
  id bigint primary key,
  tenant_id varchar(12) not null,
  gather_task_id bigint not null,
  title varchar(100) not null,
  content text not null,
  template_id varchar(64),
  target_type integer not null,
  school_codes jsonb,
  student_ids jsonb,
  push_status integer,
  push_time timestamp(0),
  target_num integer,
  success_num integer,
  fail_num integer,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
alter table gather_weixin_msg enable row level security;
alter table gather_weixin_msg force row level security;
create policy tenant on gather_weixin_msg using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on gather_weixin_msg to exam_app;

-- 家长链接：令牌只存散列，在另一张表
create table gather_link (
  id bigint primary key,
  tenant_id varchar(12) not null,
  gather_task_id bigint not null,
  student_id bigint not null,
  expire_time timestamp(0) not null,
  open_num integer not null,
  open_time timestamp(0),
  answer_time timestamp(0),
  revoke_time timestamp(0),
  create_user bigint not null,
  create_time timestamp(0) not null default localtimestamp(0)
);
create index gather_link_student on gather_link (student_id);
alter table gather_link enable row level security;
alter table gather_link force row level security;
create policy tenant on gather_link using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on gather_link to exam_app;

-- 令牌的散列：先找到租户，才知道是谁的
create table gather_link_token (
  hash char(64) primary key,
  tenant_id varchar(12) not null,
  link_id bigint not null
);
grant select, insert, update, delete on gather_link_token to exam_app;

-- 家长消息的每个人和结果
create table gather_push (
  id bigint primary key,
  tenant_id varchar(12) not null,
  message_id bigint not null,
  student_id bigint not null,
  student_code varchar(24) not null,
  student_name varchar(50) not null,
  school_code varchar(64) not null,
  class_code varchar(40),
  class_name varchar(40),
  push_state smallint not null,
  text varchar(200) not null,
  push_time timestamp(0)
);
create unique index gather_push_student on gather_push (message_id, student_id);
alter table gather_push enable row level security;
alter table gather_push force row level security;
create policy tenant on gather_push using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on gather_push to exam_app;
