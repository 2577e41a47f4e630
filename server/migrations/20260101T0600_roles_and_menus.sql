-- Rights are grants of menu rows to roles; menus and buttons are rows everybody shares.

create table menu (
  id bigint primary key,
  parent_id bigint,
  name varchar(100) not null,
  code varchar(64) not null,
  alias varchar(64),
  path varchar(255),
  source varchar(100),
  sort integer not null,
  category integer not null,
  action integer,
  is_open integer,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index menu_uk1 on menu (code) where is_deleted = 0;
create index menu_parent_id on menu (parent_id) where is_deleted = 0;
grant select, insert, update, delete on menu to exam_app;

create table topmenu (
  id bigint primary key,
  tenant_id varchar(12) not null,
  code varchar(64) not null,
  name varchar(100) not null,
  source varchar(100),
  sort integer not null,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index topmenu_uk1 on topmenu (tenant_id, code) where is_deleted = 0;

alter table sys_role
  drop column permissions,
  drop column menus,
  drop constraint sys_role_scope_level_check,
  alter column scope_level drop default,
  alter column scope_level drop not null,
  alter column scope_level type varchar(64),
  add column parent_id bigint default 0,
  add column create_user bigint,
  add column create_dept bigint,
  add column create_time timestamp(0) not null default localtimestamp(0),
  add column update_user bigint,
  add column update_time timestamp(0) not null default localtimestamp(0),
  add column status integer not null default 1;
alter table sys_role add constraint sys_role_scope_level check (scope_level in ('all', 'area', 'school', 'class'));
create index sys_role_parent_id on sys_role (tenant_id, parent_id) where is_deleted = 0;

-- which menus and buttons the holders of a role have
create table role_menu (
  tenant_id varchar(12) not null,
  role_id bigint not null,
  menu_id bigint not null,
  primary key (role_id, menu_id)
);

-- which menus an entry of the top menu brings up
create table topmenu_menu (
  tenant_id varchar(12) not null,
  topmenu_id bigint not null,
  menu_id bigint not null,
  primary key (topmenu_id, menu_id)
);

do $$
declare name text;
begin
  foreach name in array array['topmenu', 'role_menu', 'topmenu_menu'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true))', name);
    execute format('grant select, insert, update, delete on %I to exam_app', name);
  end loop;
end $$;
