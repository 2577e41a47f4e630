-- Public holidays and working weekends of a year, as they are announced.
-- 节假日安排
create table holiday (
  id bigint primary key,
  tenant_id varchar(12) not null,
  holiday_name varchar(50) not null,
  begin_date date not null,
  end_date date not null,
  is_working smallint,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index holiday_uk1 on holiday (tenant_id, begin_date) where is_deleted = 0;
alter table holiday enable row level security;
alter table holiday force row level security;
create policy tenant on holiday using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on holiday to exam_app;
