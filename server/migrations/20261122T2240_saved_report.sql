-- Reports with their filters, columns, order and chart, to be opened again.
create table saved_report (
  id bigint primary key,
  tenant_id varchar(12) not null,
  name varchar(100) not null,
  report_name varchar(64) not null,
  share_scope integer not null,
  owner_name varchar(64),
  exam_id bigint,
  is_chart smallint,
  params jsonb,
  hidden_columns jsonb,
  sort varchar(100),
  unit_codes jsonb,
  remark varchar(200),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
alter table saved_report enable row level security;
alter table saved_report force row level security;
create policy tenant on saved_report using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on saved_report to exam_app;
