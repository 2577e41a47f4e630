-- What a directory of a corp had when it was last read, and how far a reading has come.
create table wecom_upstream (
  tenant_id varchar(12) not null,
  corp_id varchar(64) not null,
  kind varchar(8) not null,
  key varchar(200) not null,
  item jsonb not null,
  -- the run that saw it last
  run_id bigint not null,
  primary key (tenant_id, corp_id, kind, key)
);
create index wecom_upstream_ix1 on wecom_upstream (tenant_id, corp_id, kind, run_id);
alter table wecom_upstream enable row level security;
alter table wecom_upstream force row level security;
create policy tenant on wecom_upstream using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wecom_upstream to exam_app;

create table wecom_pull (
  tenant_id varchar(12) not null,
  corp_id varchar(64) not null,
  run_id bigint not null,
  step varchar(8) not null,
  position text not null,
  primary key (tenant_id, corp_id)
);
alter table wecom_pull enable row level security;
alter table wecom_pull force row level security;
create policy tenant on wecom_pull using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wecom_pull to exam_app;
