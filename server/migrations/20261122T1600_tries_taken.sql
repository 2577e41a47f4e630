alter table auth_failure add column pending integer not null default 0;
alter table auth_failure add column pending_time timestamptz not null default now();
