-- What all messaging platforms need: one access token per account, counters by the day, callbacks of the last minutes.
create table provider_token (
  tenant_id varchar(12) not null,
  holder varchar(128) not null,
  -- under the master key
  sealed text,
  secret_mark char(64),
  expire_time timestamptz,
  asked_until timestamptz,
  primary key (tenant_id, holder)
);
alter table provider_token enable row level security;
alter table provider_token force row level security;
create policy tenant on provider_token using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on provider_token to exam_app;

create table provider_usage (
  tenant_id varchar(12) not null,
  holder varchar(128) not null,
  day date not null,
  name varchar(64) not null,
  used integer not null,
  primary key (tenant_id, holder, day, name)
);
alter table provider_usage enable row level security;
alter table provider_usage force row level security;
create policy tenant on provider_usage using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on provider_usage to exam_app;

create table callback_seen (
  tenant_id varchar(12) not null,
  holder varchar(128) not null,
  nonce_hash char(64) not null,
  body_hash char(64) not null,
  seen_time timestamptz not null default now(),
  primary key (tenant_id, holder, nonce_hash)
);
create index callback_seen_ix1 on callback_seen (seen_time);
alter table callback_seen enable row level security;
alter table callback_seen force row level security;
create policy tenant on callback_seen using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on callback_seen to exam_app;
