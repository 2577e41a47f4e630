-- Notices with who has read them, and system messages.

create table notice (
  id bigint primary key,
  tenant_id varchar(12) not null,
  title varchar(200) not null,
  category integer not null,
  release_time timestamp(0) not null,
  role_ids jsonb,
  dept_ids jsonb,
  accounts varchar(2000),
  content text not null,
  read_count integer,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create index notice_release on notice (tenant_id, release_time desc) where is_deleted = 0;

create table notice_read (
  tenant_id varchar(12) not null,
  notice_id bigint not null,
  user_id bigint not null,
  read_time timestamp(0) not null default localtimestamp(0),
  primary key (tenant_id, notice_id, user_id)
);

create table sys_message (
  id bigint primary key,
  tenant_id varchar(12) not null,
  title varchar(200) not null,
  message_type integer not null,
  account varchar(64),
  link varchar(255),
  content text not null,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create index sys_message_account on sys_message (tenant_id, account, create_time desc) where is_deleted = 0;

do $$
declare name text;
begin
  foreach name in array array['notice', 'notice_read', 'sys_message'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true))', name);
    execute format('grant select, insert, update, delete on %I to exam_app', name);
  end loop;
end $$;
