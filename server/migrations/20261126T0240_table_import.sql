-- 导入前在页面上改正的单元格
create table table_mend (
  file_id bigint primary key,
  tenant_id varchar(12) not null,
  mends jsonb not null,
  create_time timestamptz not null default now()
);

-- 工作簿导入的记录，供撤销
create table table_import (
  id bigint primary key,
  tenant_id varchar(12) not null,
  entity varchar(64) not null,
  file_id bigint not null,
  file_name varchar(255) not null,
  added integer not null,
  changed integer not null,
  create_user bigint not null,
  create_time timestamptz not null default now(),
  undo_time timestamptz
);
create index table_import_user on table_import (tenant_id, create_user, entity, create_time desc);

-- 导入新增和变更的行：变更前的值，和导入留下的修改时间
create table table_import_row (
  import_id bigint not null,
  tenant_id varchar(12) not null,
  row_id bigint not null,
  row_no integer not null,
  left_time timestamp(0) not null,
  old_values jsonb,
  primary key (import_id, row_id)
);

do $$
declare name text;
begin
  foreach name in array array['table_mend', 'table_import', 'table_import_row'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true))', name);
    execute format('grant select, insert, update, delete on %I to exam_app', name);
  end loop;
end $$;
