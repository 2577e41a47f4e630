-- Further ways in, a second factor, rules for passwords, and a log of who came.

alter table tenant
  -- mlps3: 等保三级, asvs5: OWASP ASVS 5.0; without one the tenant sets no rules
  add column password_profile varchar(16) check (password_profile in ('mlps3', 'asvs5')),
  add column second_factor smallint not null default 0;

alter table sys_user
  add column password_time timestamptz not null default now(),
  -- somebody else chose the password
  add column is_initial smallint not null default 0;

-- guests have a session before they are anybody: user 0
alter table auth_session
  add column way varchar(16) not null default 'password',
  -- when its holder last proved who they are
  add column fresh_time timestamptz not null default now();

-- what a first step of signing in leaves for the second: opaque to the browser, short-lived, single use
create table auth_ticket (
  hash char(64) primary key,
  kind varchar(16) not null,
  tenant_id varchar(12) not null,
  user_id bigint,
  data jsonb not null default '{}',
  tries int not null default 0,
  expire_time timestamptz not null
);
create index auth_ticket_expire on auth_ticket (expire_time);
grant select, insert, update, delete on auth_ticket to exam_app;

create table auth_sms (
  id uuid primary key,
  tenant_id varchar(12) not null,
  phone varchar(20) not null,
  -- hmac under the master key: six digits would be guessed from a plain hash
  code_hash char(64) not null,
  remote_ip varchar(64) not null,
  tries int not null default 0,
  is_used smallint not null default 0,
  create_time timestamptz not null default now(),
  expire_time timestamptz not null
);
create index auth_sms_phone on auth_sms (phone, create_time);
create index auth_sms_address on auth_sms (remote_ip, create_time);
create index auth_sms_tenant on auth_sms (tenant_id, create_time);
grant select, insert, update, delete on auth_sms to exam_app;

create table password_history (
  id bigint primary key,
  tenant_id varchar(12) not null,
  user_id bigint not null,
  password_hash varchar(200) not null,
  create_time timestamptz not null default now()
);
create index password_history_user on password_history (user_id, create_time desc);

create table user_factor (
  user_id bigint primary key,
  tenant_id varchar(12) not null,
  -- sealed under the master key
  secret text not null,
  is_confirmed smallint not null default 0,
  -- the last time step that was used: a number serves once
  last_step bigint not null default 0,
  create_time timestamptz not null default now()
);

create table recovery_code (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  code_hash char(64) not null,
  primary key (user_id, code_hash)
);

create table social_provider (
  id bigint primary key,
  tenant_id varchar(12) not null,
  source varchar(32) not null,
  title varchar(50) not null,
  kind varchar(16) not null check (kind in ('oidc', 'wecom', 'wechat')),
  issuer varchar(300),
  client_id varchar(200) not null,
  -- sealed under the master key
  client_secret text not null,
  agent_id varchar(50),
  scopes varchar(200),
  redirect_uri varchar(300),
  is_enabled smallint not null default 1,
  create_user bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0)
);
create unique index social_provider_uk on social_provider (tenant_id, source);

-- who somebody is to a provider; without a user until they are bound or registered
create table social_account (
  id bigint primary key,
  tenant_id varchar(12) not null,
  source varchar(32) not null,
  uuid varchar(200) not null,
  user_id bigint,
  username varchar(100) not null default '',
  avatar varchar(500) not null default '',
  create_time timestamp(0) not null default localtimestamp(0)
);
create unique index social_account_uk on social_account (tenant_id, source, uuid);
create index social_account_user on social_account (user_id);

create table guest_registration (
  id bigint primary key,
  tenant_id varchar(12) not null,
  social_id bigint not null,
  -- the account made for it: it has no role until it is let in
  user_id bigint not null,
  account varchar(64) not null,
  name varchar(100) not null,
  state varchar(10) not null default 'waiting' check (state in ('waiting', 'approved', 'refused')),
  reason varchar(200),
  remote_ip varchar(64),
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0)
);
create index guest_registration_state on guest_registration (tenant_id, state, create_time desc);

create table login_log (
  id bigint primary key,
  tenant_id varchar(12) not null,
  user_id bigint,
  account varchar(64) not null,
  way varchar(16) not null,
  -- success or failure
  result varchar(8) not null,
  reason varchar(200) not null default '',
  remote_ip varchar(64),
  user_agent varchar(500),
  create_time timestamp(0) not null default localtimestamp(0)
);
create index login_log_time on login_log (tenant_id, create_time desc);

do $$
declare name text;
begin
  foreach name in array array['password_history', 'user_factor', 'recovery_code', 'social_provider', 'social_account', 'guest_registration', 'login_log'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true))', name);
    execute format('grant select, insert, update, delete on %I to exam_app', name);
  end loop;
end $$;
-- the log is written, never changed
revoke update, delete on login_log from exam_app;

-- clients that may sign people in may do so in every way a person can
update oauth_client set grant_types = grant_types || ',sms_code,social,mfa'
  where grant_types like '%captcha%' and grant_types not like '%sms_code%';
