-- A password made for one sign-in (is_initial = 2) ends by itself.
alter table sys_user add column initial_expire timestamptz;
