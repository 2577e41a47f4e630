-- Processes: what is drawn and deployed, what runs, who has to do what, what happened; and leave requests.

create table wf_model (
  id bigint primary key,
  tenant_id varchar(12) not null,
  model_key varchar(64) not null,
  name varchar(100) not null,
  category varchar(64),
  description varchar(500),
  version integer not null default 1,
  model_editor_xml text not null,
  create_user bigint,
  created timestamp(0) not null default date_trunc('second', localtimestamp),
  last_updated timestamp(0) not null default date_trunc('second', localtimestamp)
);
create unique index wf_model_key on wf_model (tenant_id, model_key);

-- Definitions belong to one tenant, or with an empty owner to all of them.
create table wf_deployment (
  id bigint primary key,
  owner_tenant varchar(12) not null default '',
  name varchar(255) not null,
  category varchar(64) not null,
  source varchar(16) not null,
  model_id bigint,
  deploy_user bigint,
  deployment_time timestamp(0) not null default date_trunc('second', localtimestamp)
);

create table wf_definition (
  id bigint primary key,
  owner_tenant varchar(12) not null default '',
  deployment_id bigint not null references wf_deployment (id) on delete cascade,
  key varchar(100) not null,
  name varchar(255) not null,
  version integer not null,
  category varchar(64) not null,
  description varchar(1000) not null default '',
  suspension_state integer not null default 1,
  resource_name varchar(255) not null,
  xml text not null,
  compiled jsonb not null,
  deployment_time timestamp(0) not null default date_trunc('second', localtimestamp)
);
create unique index wf_definition_version on wf_definition (owner_tenant, key, version);
create index wf_definition_deployment on wf_definition (deployment_id);

create table wf_instance (
  id bigint primary key,
  tenant_id varchar(12) not null,
  definition_id bigint not null references wf_definition (id),
  category varchar(64) not null,
  business_table varchar(64) not null,
  business_id bigint not null,
  start_user bigint not null,
  start_time timestamp(0) not null default date_trunc('second', localtimestamp),
  end_time timestamp(0),
  status integer not null default 1,
  end_activity varchar(255),
  delete_reason varchar(500),
  state jsonb not null,
  rev integer not null default 1
);
create index wf_instance_start_user on wf_instance (tenant_id, start_user, start_time desc);
create index wf_instance_running on wf_instance (tenant_id, start_time desc) where status = 1;
create index wf_instance_definition on wf_instance (definition_id) where status = 1;
create unique index wf_instance_business on wf_instance (tenant_id, business_table, business_id);

create table wf_task (
  id bigint primary key,
  tenant_id varchar(12) not null,
  instance_id bigint not null references wf_instance (id),
  execution_id varchar(32) not null,
  task_key varchar(255) not null,
  name varchar(255) not null,
  form_key varchar(100) not null default '',
  assignee bigint,
  status integer not null,
  is_passed smallint,
  comment varchar(1000),
  create_time timestamp(0) not null default date_trunc('second', localtimestamp),
  claim_time timestamp(0),
  end_time timestamp(0)
);
create unique index wf_task_execution on wf_task (instance_id, execution_id);
create index wf_task_assignee on wf_task (tenant_id, assignee, status);

create table wf_task_candidate (
  tenant_id varchar(12) not null,
  task_id bigint not null references wf_task (id),
  kind varchar(8) not null,
  value varchar(64) not null,
  primary key (task_id, kind, value)
);
create index wf_task_candidate_value on wf_task_candidate (tenant_id, kind, value);

create table wf_history (
  id bigserial primary key,
  tenant_id varchar(12) not null,
  instance_id bigint not null references wf_instance (id),
  activity_id varchar(255) not null,
  activity_name varchar(255) not null default '',
  activity_type varchar(32) not null,
  task_id bigint,
  assignee bigint,
  start_time timestamp(0) not null default date_trunc('second', localtimestamp),
  end_time timestamp(0),
  comment varchar(1000),
  is_passed smallint
);
create index wf_history_instance on wf_history (instance_id, id);
create index wf_history_task on wf_history (task_id) where task_id is not null;

create table wf_timer (
  id bigint primary key,
  tenant_id varchar(12) not null,
  instance_id bigint not null references wf_instance (id),
  execution_id varchar(32) not null,
  activity_id varchar(255) not null,
  due_time timestamptz not null
);
create index wf_timer_due on wf_timer (tenant_id, due_time);
create index wf_timer_instance on wf_timer (instance_id);

create table desk_leave (
  id bigint primary key,
  tenant_id varchar(12) not null,
  process_definition_id bigint not null,
  process_instance_id bigint,
  task_user bigint not null,
  start_time timestamp(0) not null,
  end_time timestamp(0) not null,
  days integer not null,
  reason varchar(1000) not null,
  create_user bigint not null,
  apply_time timestamp(0) not null default date_trunc('second', localtimestamp),
  status integer not null default 1
);
create index desk_leave_user on desk_leave (tenant_id, create_user, apply_time desc);

do $$
declare name text;
begin
  foreach name in array array['wf_model', 'wf_instance', 'wf_task', 'wf_task_candidate', 'wf_history', 'wf_timer', 'desk_leave'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true))', name);
    execute format('grant select, insert, update, delete on %I to exam_app', name);
  end loop;
  foreach name in array array['wf_deployment', 'wf_definition'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy owner on %I using (owner_tenant in ('''', current_setting(''app.tenant'', true)))', name);
    execute format('grant select, insert, update, delete on %I to exam_app', name);
  end loop;
end $$;
grant usage on sequence wf_history_id_seq to exam_app;
