-- Units and users an application is granted to.
create table app_dept_auth (
  id bigint primary key,
  tenant_id varchar(12) not null,
  app_code varchar(64) not null,
  dept_id bigint not null,
  create_user bigint,
  create_time timestamp(0) not null default localtimestamp(0)
);
create unique index app_dept_auth_uk1 on app_dept_auth (tenant_id, app_code, dept_id);

create table app_user_auth (
  id bigint primary key,
  tenant_id varchar(12) not null,
  app_code varchar(64) not null,
  user_id bigint not null,
  create_user bigint,
  create_time timestamp(0) not null default localtimestamp(0)
);
create unique index app_user_auth_uk1 on app_user_auth (tenant_id, app_code, user_id);

do $$
declare name text;
begin
  foreach name in array array['app_dept_auth', 'app_user_auth'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true))', name);
    execute format('grant select, insert, update, delete on %I to exam_app', name);
  end loop;
end $$;
