-- Requests of processes whose form stands in the process file, with what was filled in.
create table wf_request (
  id bigint primary key,
  tenant_id varchar(12) not null,
  process_definition_id bigint not null,
  process_instance_id bigint,
  create_user bigint not null,
  apply_time timestamp(0) not null default date_trunc('second', localtimestamp),
  status integer not null,
  form_values jsonb not null
);
create index wf_request_user on wf_request (tenant_id, create_user, apply_time desc);
alter table wf_request enable row level security;
alter table wf_request force row level security;
create policy tenant on wf_request using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wf_request to exam_app;
