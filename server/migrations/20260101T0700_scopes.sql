-- Data scopes narrow the rows a role sees, API scopes keep calls for the roles that hold them; both belong to a menu.

create table data_scope (
  id bigint primary key,
  tenant_id varchar(12) not null,
  menu_id bigint not null,
  scope_name varchar(100) not null,
  -- name of the entity whose rows are narrowed
  resource_code varchar(64),
  scope_type integer not null check (scope_type between 1 and 5),
  scope_column varchar(64),
  -- the conditions of a custom scope: field, operator, value or attribute of the user
  scope_value jsonb,
  remark varchar(255),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index data_scope_uk1 on data_scope (tenant_id, menu_id, scope_name) where is_deleted = 0;
create index data_scope_menu_id on data_scope (tenant_id, menu_id) where is_deleted = 0;

create table api_scope (
  id bigint primary key,
  tenant_id varchar(12) not null,
  menu_id bigint not null,
  scope_name varchar(100) not null,
  resource_code varchar(64),
  scope_path varchar(255) not null,
  scope_type integer not null,
  remark varchar(255),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index api_scope_uk1 on api_scope (tenant_id, menu_id, scope_path) where is_deleted = 0;
create index api_scope_menu_id on api_scope (tenant_id, menu_id) where is_deleted = 0;

create table role_data_scope (
  tenant_id varchar(12) not null,
  role_id bigint not null,
  data_scope_id bigint not null,
  primary key (role_id, data_scope_id)
);

create table role_api_scope (
  tenant_id varchar(12) not null,
  role_id bigint not null,
  api_scope_id bigint not null,
  primary key (role_id, api_scope_id)
);

do $$
declare name text;
begin
  foreach name in array array['data_scope', 'api_scope', 'role_data_scope', 'role_api_scope'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true))', name);
    execute format('grant select, insert, update, delete on %I to exam_app', name);
  end loop;
end $$;
