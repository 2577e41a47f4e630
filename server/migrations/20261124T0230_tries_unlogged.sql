-- Counted tries are written twice by every sign-in and are worth nothing after half an hour:
-- without the log a sign-in waits for one write less, and a crash forgets them.
alter table auth_failure set unlogged;
