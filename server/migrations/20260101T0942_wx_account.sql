-- Public accounts; secret, token and message key are sealed under the master key, bound to their row.

-- 公众号账号
create table wx_account (
  id bigint primary key,
  tenant_id varchar(12) not null,
  appid varchar(32) not null,
  name varchar(50) not null,
  type integer not null,
  verified smallint,
  secret text,
  token text,
  aes_key text,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index wx_account_uk1 on wx_account (tenant_id, appid) where is_deleted = 0;
alter table wx_account enable row level security;
alter table wx_account force row level security;
create policy tenant on wx_account using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wx_account to exam_app;
