-- A line of a log says when, wherever it is read: local times become moments.
alter table log_usual alter column create_time drop default, alter column create_time type timestamptz(0), alter column create_time set default date_trunc('second', now());
alter table log_api alter column create_time drop default, alter column create_time type timestamptz(0), alter column create_time set default date_trunc('second', now());
alter table log_error alter column create_time drop default, alter column create_time type timestamptz(0), alter column create_time set default date_trunc('second', now());
alter table sms_log alter column send_time drop default, alter column send_time type timestamptz(0), alter column send_time set default date_trunc('second', now());
