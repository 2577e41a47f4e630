-- Packages of menus that bound what a tenant's roles may have, the account of a tenant's first administrator,
-- and users whose time is limited.

create table menu_package (
  id bigint primary key,
  package_name varchar(100) not null,
  sort integer not null,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index menu_package_uk1 on menu_package (package_name) where is_deleted = 0;

create table menu_package_menu (
  package_id bigint not null,
  menu_id bigint not null,
  primary key (package_id, menu_id)
);
grant select, insert, update, delete on menu_package, menu_package_menu to exam_app;

alter table tenant
  -- none: the whole menu
  add column package_id bigint,
  add column admin_account varchar(64) not null default 'admin';

-- Whatever way a right is handed out: outside the tenant's package it does not exist.
create function keep_within_package() returns trigger language plpgsql as $$
declare package bigint;
begin
  select package_id into package from tenant where tenant_id = new.tenant_id;
  if package is null or exists (select 1 from menu_package_menu where package_id = package and menu_id = new.menu_id) then
    return new;
  end if;
  return null;
end $$;
create trigger role_menu_within_package before insert on role_menu for each row execute function keep_within_package();

alter table sys_user
  -- status: 1 may sign in, 0 locked by an administrator, 2 past this time
  add column expire_time timestamp(0);
create index sys_user_expire on sys_user (expire_time) where is_deleted = 0 and expire_time is not null;
