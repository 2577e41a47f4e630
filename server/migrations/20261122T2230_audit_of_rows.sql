-- Divisions, code plans and units of users say who made and changed them, as other rows do.
alter table region add column create_dept bigint;
alter table code_plan add column create_dept bigint;
alter table user_dept_role
  add column create_user bigint,
  add column create_dept bigint,
  add column create_time timestamp(0) not null default localtimestamp(0),
  add column update_user bigint,
  add column update_time timestamp(0) not null default localtimestamp(0);

-- Kept for clients of the API family, which send them back: nothing here obeys them.
alter table code_plan
  add column base_mode smallint,
  add column wrap_mode smallint,
  add column api_path varchar(500);
alter table data_scope
  add column scope_field varchar(255),
  add column scope_class varchar(500);
