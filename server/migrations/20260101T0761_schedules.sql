-- When each piece of standing work was last taken on: of several processes one does it.
create table standing_work (
  name varchar(64) primary key,
  last_time timestamptz not null
);
grant select, insert, update on standing_work to exam_app;
grant select on schema_migration to exam_app;
