-- Which computations an exam runs; none named: all of them.
create table exam_process_item (
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  item_code varchar(40) not null,
  param_json jsonb not null default '{}',
  sort int not null default 0,
  primary key (exam_id, item_code)
);
alter table exam_process_item enable row level security;
alter table exam_process_item force row level security;
create policy tenant on exam_process_item using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_process_item to exam_app;
