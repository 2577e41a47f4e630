-- Refresh tokens that were exchanged: whoever brings one again has stolen it, or was stolen from. The session ends.
create table auth_used_refresh (
  hash char(64) primary key,
  session_id bigint not null references auth_session (id) on delete cascade,
  use_time timestamptz not null default now()
);
create index auth_used_refresh_session on auth_used_refresh (session_id);
grant select, insert, update, delete on auth_used_refresh to exam_app;

-- Recovery codes are kept as passwords are, under argon2id; earlier ones serve once under the hash they have.
alter table recovery_code alter column code_hash type varchar(200);
