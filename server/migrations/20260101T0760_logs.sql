-- What the server notes of itself, which calls changed something, what went wrong; and the chain that seals the operation log.

create table log_usual (
  id bigint primary key,
  tenant_id varchar(12) not null,
  service_id varchar(32),
  server_host varchar(255),
  server_ip varchar(64),
  env varchar(32),
  method varchar(8),
  request_uri varchar(500),
  remote_ip varchar(64),
  user_agent varchar(500),
  method_class varchar(64),
  method_name varchar(100),
  params text,
  create_by varchar(64),
  create_time timestamp(0) not null default localtimestamp(0)
);
create table log_api (like log_usual including all);
create table log_error (like log_usual including all);
create index log_usual_time on log_usual (tenant_id, create_time desc);
create index log_api_time on log_api (tenant_id, create_time desc);
create index log_error_time on log_error (tenant_id, create_time desc);

alter table log_usual add column log_level varchar(16), add column log_id varchar(200), add column log_data text;
alter table log_api add column type varchar(16), add column title varchar(200), add column time varchar(16), add column http_status integer;
alter table log_error
  add column type varchar(16),
  add column message varchar(2000),
  add column exception_name varchar(200),
  add column file_name varchar(500),
  add column line_number integer,
  add column stack_trace text;

-- The chain stands beside the log: sealing adds rows here and touches nothing there.
create table audit_chain (
  tenant_id varchar(12) not null,
  source varchar(32) not null,
  seq bigint not null,
  row_id bigint not null,
  prev_hash char(64) not null,
  hash char(64) not null,
  sealed_time timestamptz not null default now(),
  primary key (tenant_id, source, seq),
  unique (tenant_id, source, row_id)
);
-- Up to where the chain was cut when old rows were cleared away, with a proof only the program can make.
create table audit_anchor (
  tenant_id varchar(12) not null,
  source varchar(32) not null,
  seq bigint not null,
  hash char(64) not null,
  proof char(64) not null,
  cut_time timestamptz not null default now(),
  primary key (tenant_id, source, seq)
);

do $$
declare name text;
begin
  foreach name in array array['log_usual', 'log_api', 'log_error', 'audit_chain', 'audit_anchor'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true))', name);
    execute format('grant select, insert on %I to exam_app', name);
  end loop;
end $$;
grant delete on log_usual, log_api, log_error to exam_app;

-- The program may not delete from the operation log; it may ask for the oldest sealed rows to go, and the anchor stays.
create function audit_cut(cut_tenant varchar, up_to bigint, cut_hash char(64), cut_proof char(64)) returns bigint
language plpgsql security definer set search_path = public as $$
declare cut bigint;
begin
  if cut_tenant is distinct from current_setting('app.tenant', true) then raise exception 'another tenant'; end if;
  insert into audit_anchor (tenant_id, source, seq, hash, proof) values (cut_tenant, 'operation_log', up_to, cut_hash, cut_proof);
  delete from operation_log o using audit_chain c
    where c.tenant_id = cut_tenant and c.source = 'operation_log' and c.seq <= up_to
      and o.tenant_id = cut_tenant and o.id = c.row_id;
  get diagnostics cut = row_count;
  delete from audit_chain where tenant_id = cut_tenant and source = 'operation_log' and seq <= up_to;
  return cut;
end $$;
revoke all on function audit_cut(varchar, bigint, char, char) from public;
grant execute on function audit_cut(varchar, bigint, char, char) to exam_app;
