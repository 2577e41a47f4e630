-- When a session was last used, to the minute, and how long its access token lives: idle for longer is not online.

alter table auth_session
  add column active_time timestamptz not null default now(),
  add column access_life integer not null default 3600;
