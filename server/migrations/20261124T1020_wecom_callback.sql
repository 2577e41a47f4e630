-- What callbacks of corps said has changed, until it has been read again.
create table wecom_dirty (
  tenant_id varchar(12) not null,
  corp_id varchar(64) not null,
  kind varchar(8) not null,
  key varchar(200) not null,
  seen_time timestamptz not null,
  primary key (tenant_id, corp_id, kind, key)
);
alter table wecom_dirty enable row level security;
alter table wecom_dirty force row level security;
create policy tenant on wecom_dirty using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on wecom_dirty to exam_app;
