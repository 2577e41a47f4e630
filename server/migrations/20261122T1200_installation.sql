-- Facts of the whole installation, of no tenant: the fingerprint of the master key.

create table installation (
  name varchar(64) primary key,
  value varchar(255) not null
);
grant select, insert, update on installation to exam_app;
