-- What the last analysis of a collection found, a row a school.
create table gather_analysis (
  tenant_id varchar(12) not null,
  task_id bigint not null,
  area_code varchar(64) not null,
  school_code varchar(64) not null,
  total_num integer not null,
  dup_id_num integer not null,
  dup_name_num integer not null,
  bad_id_num integer not null,
  miss_num integer not null,
  extra_num integer not null,
  diff_num integer not null,
  analyse_time timestamp(0) not null,
  primary key (tenant_id, task_id, school_code)
);
alter table gather_analysis enable row level security;
alter table gather_analysis force row level security;
create policy tenant on gather_analysis using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on gather_analysis to exam_app;
