-- Accounts and tenants say, as other rows do, in whose department they were made.
alter table sys_user add column create_dept bigint;
alter table tenant add column create_dept bigint;
