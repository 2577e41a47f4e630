-- 学生信息查阅记录：一次查阅一行
create table child_access (
  id bigint primary key,
  tenant_id varchar(12) not null,
  kind varchar(16) not null,
  user_id bigint not null,
  account varchar(64) not null,
  user_name varchar(100) not null,
  viewed_as varchar(64),
  call varchar(100) not null,
  title varchar(200) not null,
  reason varchar(200),
  filters varchar(2000),
  children integer not null,
  area_code varchar(20),
  school_code varchar(32),
  remote_ip varchar(64),
  request_id varchar(64),
  create_time timestamptz not null default now()
);
create index child_access_time on child_access (tenant_id, create_time desc nulls last, id desc nulls last);
create index child_access_account on child_access (tenant_id, account, create_time desc nulls last, id desc nulls last);
create index child_access_school on child_access (tenant_id, school_code, create_time desc nulls last) where school_code is not null;

-- 一次查阅涉及的学生
create table child_access_child (
  tenant_id varchar(12) not null,
  child_key bigint not null,
  access_id bigint not null,
  primary key (tenant_id, child_key, access_id)
);
create index child_access_child_access on child_access_child using brin (access_id);

do $$
declare name text;
begin
  foreach name in array array['child_access', 'child_access_child'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true))', name);
    execute format('grant select, insert on %I to exam_app', name);
  end loop;
end $$;

-- The program adds to this log only; it may ask for lines past their time to go.
create function child_access_cut(cut_tenant varchar, days integer) returns bigint
language plpgsql security definer set search_path = public as $$
declare
  cut bigint;
  last bigint;
begin
  if cut_tenant is distinct from current_setting('app.tenant', true) then raise exception 'another tenant'; end if;
  if days < 1 then raise exception 'not a time'; end if;
  select max(id) into last from child_access where tenant_id = cut_tenant and create_time < now() - days * interval '1 day';
  if last is null then return 0; end if;
  -- Ids grow with time: the bound lets the index of block ranges pass over what is younger.
  delete from child_access_child c using child_access a where a.tenant_id = cut_tenant and a.id <= last
    and a.create_time < now() - days * interval '1 day' and c.tenant_id = cut_tenant and c.access_id = a.id and c.access_id <= last;
  delete from child_access where tenant_id = cut_tenant and id <= last and create_time < now() - days * interval '1 day';
  get diagnostics cut = row_count;
  return cut;
end $$;
revoke all on function child_access_cut(varchar, integer) from public;
grant execute on function child_access_cut(varchar, integer) to exam_app;
