-- 模型指标
create table exam_model_item (
  id bigint primary key,
  tenant_id varchar(12) not null,
  item_code varchar(40) not null,
  item_name varchar(60) not null,
  grain integer not null,
  formula_kind integer not null,
  quota_field varchar(64),
  front_n integer,
  expression varchar(500),
  course_name varchar(20),
  exam_role integer,
  direction integer,
  decimals integer,
  sort integer,
  is_sealed smallint,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index exam_model_item_uk1 on exam_model_item (tenant_id, item_code) where is_deleted = 0;
alter table exam_model_item enable row level security;
alter table exam_model_item force row level security;
create policy tenant on exam_model_item using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_model_item to exam_app;

-- 评分项
create table exam_model_scoring (
  id bigint primary key,
  tenant_id varchar(12) not null,
  scoring_code varchar(40) not null,
  scoring_name varchar(60) not null,
  item_code varchar(64) not null,
  rule_kind integer not null,
  full_points numeric(18,2) not null,
  rule_json jsonb,
  min_points numeric(18,2),
  max_points numeric(18,2),
  sort integer,
  is_sealed smallint,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index exam_model_scoring_uk1 on exam_model_scoring (tenant_id, scoring_code) where is_deleted = 0;
alter table exam_model_scoring enable row level security;
alter table exam_model_scoring force row level security;
create policy tenant on exam_model_scoring using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_model_scoring to exam_app;

-- 评价模型
create table exam_model (
  id bigint primary key,
  tenant_id varchar(12) not null,
  model_code varchar(40) not null,
  model_name varchar(100) not null,
  grain integer not null,
  stage varchar(64),
  school_group varchar(64),
  items jsonb,
  total_points numeric(18,2),
  tie_rule integer,
  model_status integer,
  sort integer,
  is_sealed smallint,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index exam_model_uk1 on exam_model (tenant_id, model_code) where is_deleted = 0;
alter table exam_model enable row level security;
alter table exam_model force row level security;
create policy tenant on exam_model using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_model to exam_app;

-- one present calculation of an indicator, a scoring item or a model over some exams
create table exam_model_run (
  id bigint primary key,
  tenant_id varchar(12) not null,
  kind varchar(8) not null,
  code varchar(40) not null,
  exam_key varchar(400) not null,
  school_group varchar(64) not null default '',
  content_hash varchar(64) not null,
  create_user bigint,
  create_time timestamp(0) not null default date_trunc('second', localtimestamp)
);
create unique index exam_model_run_uk1 on exam_model_run (tenant_id, kind, code, exam_key, school_group);
alter table exam_model_run enable row level security;
alter table exam_model_run force row level security;
create policy tenant on exam_model_run using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_model_run to exam_app;

-- results of a model that no longer change
create table exam_model_version (
  id bigint primary key,
  tenant_id varchar(12) not null,
  model_code varchar(40) not null,
  version_no integer not null,
  version_name varchar(60) not null,
  exam_key varchar(400) not null,
  model_snapshot jsonb not null,
  is_final smallint not null default 0,
  remark varchar(500),
  create_user bigint,
  create_time timestamp(0) not null default date_trunc('second', localtimestamp)
);
create unique index exam_model_version_uk1 on exam_model_version (tenant_id, model_code, version_no);
create unique index exam_model_version_final on exam_model_version (tenant_id, model_code, exam_key) where is_final = 1;
alter table exam_model_version enable row level security;
alter table exam_model_version force row level security;
create policy tenant on exam_model_version using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_model_version to exam_app;

-- one unit of a run, or of a version
create table exam_model_result (
  tenant_id varchar(12) not null,
  run_id bigint references exam_model_run (id) on delete cascade,
  version_id bigint references exam_model_version (id) on delete cascade,
  unit_code varchar(200) not null,
  unit_name varchar(500) not null,
  area_code varchar(64),
  area_name varchar(255),
  school_code varchar(64),
  school_name varchar(255),
  class_code varchar(64),
  school_group varchar(64),
  value double precision,
  points double precision,
  rank integer,
  rank_prev integer,
  n integer,
  section_points jsonb,
  explain jsonb not null,
  sort integer not null,
  check ((run_id is null) <> (version_id is null))
);
create unique index exam_model_result_run on exam_model_result (run_id, unit_code) where run_id is not null;
create unique index exam_model_result_version on exam_model_result (version_id, unit_code) where version_id is not null;
alter table exam_model_result enable row level security;
alter table exam_model_result force row level security;
create policy tenant on exam_model_result using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_model_result to exam_app;

-- values typed by hand
create table exam_model_item_value (
  tenant_id varchar(12) not null,
  item_code varchar(40) not null,
  exam_key varchar(400) not null,
  unit_code varchar(200) not null,
  value double precision,
  update_user bigint,
  update_time timestamp(0) not null default date_trunc('second', localtimestamp),
  primary key (tenant_id, item_code, exam_key, unit_code)
);
alter table exam_model_item_value enable row level security;
alter table exam_model_item_value force row level security;
create policy tenant on exam_model_item_value using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_model_item_value to exam_app;
