-- An administrator looks at the product as another user: a session of that user, tied to the administrator's own.
alter table auth_session
  add column viewer_id bigint,
  add column viewer_session_id bigint;
create index auth_session_viewer on auth_session (viewer_session_id) where viewer_session_id is not null;
