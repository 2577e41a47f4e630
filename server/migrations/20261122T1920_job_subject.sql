-- What a job is about, so that the work on it is found by whoever looks at it: the id of an exam.
alter table job add column subject varchar(64) not null default '';
