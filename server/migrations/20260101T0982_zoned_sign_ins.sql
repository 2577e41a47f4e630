-- Beside the local time of a sign-in, which its seal covers, the moment it stands for.
alter table login_log add column zoned_time timestamptz;
update login_log set zoned_time = create_time::timestamptz;
alter table login_log alter column zoned_time set default now();
