-- Seals and what made them, rules and strategies of signing, the log of signatures.

alter table seal_cert add column revoke_time timestamp(0);

alter table seal_cert add column revoke_reason integer;

-- 签章规则
create table seal_sign_rule (
  id bigint primary key,
  tenant_id varchar(12) not null,
  rule_code varchar(32) not null,
  rule_name varchar(100) not null,
  rule_type integer not null,
  keyword varchar(50),
  keyword_index integer,
  keyword_anchor integer,
  offset_x integer,
  offset_y integer,
  page_scope integer,
  page_list varchar(200),
  coord_x integer,
  coord_y integer,
  seam_edge integer,
  seam_position integer,
  seam_min_strip integer,
  seam_group_pages integer,
  opacity numeric(18,2),
  reason varchar(100),
  location varchar(100),
  priority integer,
  is_enabled smallint,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index seal_sign_rule_uk1 on seal_sign_rule (tenant_id, rule_code) where is_deleted = 0;
alter table seal_sign_rule enable row level security;
alter table seal_sign_rule force row level security;
create policy tenant on seal_sign_rule using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on seal_sign_rule to exam_app;

-- 签章策略
create table seal_sign_strategy (
  id bigint primary key,
  tenant_id varchar(12) not null,
  strategy_code varchar(32) not null,
  strategy_name varchar(100) not null,
  sign_format integer not null,
  sign_rule_ids jsonb not null,
  timestamp_mode integer,
  cert_check integer,
  allow_multi smallint,
  lock_after_sign smallint,
  print_code smallint,
  daily_limit integer,
  version integer,
  is_enabled smallint,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index seal_sign_strategy_uk1 on seal_sign_strategy (tenant_id, strategy_code) where is_deleted = 0;
alter table seal_sign_strategy enable row level security;
alter table seal_sign_strategy force row level security;
create policy tenant on seal_sign_strategy using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on seal_sign_strategy to exam_app;

alter table seal_permit add column seal_id bigint;

alter table seal_permit add column mould_id bigint;

alter table seal_permit add column made_seal_id bigint;

alter table seal_permit add column maker_name varchar(50);

alter table seal_permit add column make_time timestamp(0);

-- Seals as their makers signed them
create table seal_body (
  tenant_id varchar(12) not null,
  seal_id bigint not null,
  -- base64 of what the maker signed
  der text not null,
  primary key (tenant_id, seal_id)
);
alter table seal_body enable row level security;
alter table seal_body force row level security;
create policy tenant on seal_body using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on seal_body to exam_app;

-- 印章
create table seal_info (
  id bigint primary key,
  tenant_id varchar(12) not null,
  seal_name varchar(100) not null,
  seal_type integer not null,
  owner_name varchar(100) not null,
  area_code varchar(64),
  dept_uscc varchar(18) not null,
  es_id varchar(40) not null,
  permit_id bigint not null,
  mould_id bigint not null,
  ukey_id bigint,
  supersedes_id bigint,
  cert_ids jsonb,
  maker_cert_id bigint not null,
  picture_type varchar(10) not null,
  width_mm integer not null,
  height_mm integer not null,
  struct_version integer not null,
  seal_sm3 varchar(64) not null,
  valid_start date not null,
  valid_end date not null,
  seal_state integer not null,
  state_reason varchar(200),
  state_time timestamp(0),
  use_count integer,
  last_use_time timestamp(0),
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index seal_info_uk1 on seal_info (tenant_id, es_id);
create index seal_info_area_code on seal_info (tenant_id, area_code) where is_deleted = 0;
create index seal_info_dept_uscc on seal_info (tenant_id, dept_uscc) where is_deleted = 0;
alter table seal_info enable row level security;
alter table seal_info force row level security;
create policy tenant on seal_info using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on seal_info to exam_app;

-- By the code of a document, before its tenant is known
create table seal_sign_code (
  code varchar(20) not null,
  tenant_id varchar(12) not null,
  log_id bigint not null,
  primary key (code)
);
grant select, insert, update, delete on seal_sign_code to exam_app;

-- 签章日志
create table seal_sign_log (
  id bigint primary key,
  tenant_id varchar(12) not null,
  sign_time timestamp(0) not null,
  doc_name varchar(200) not null,
  seal_name varchar(100) not null,
  sign_result integer not null,
  signer_name varchar(100) not null,
  verify_code varchar(20),
  area_code varchar(64),
  dept_uscc varchar(18) not null,
  seal_id bigint not null,
  strategy_id bigint not null,
  strategy_version integer,
  sign_format integer,
  cert_serial varchar(200),
  doc_hash_before varchar(64),
  doc_hash_after varchar(64),
  tsa_time timestamp(0),
  sign_positions jsonb,
  error_msg varchar(300),
  cost_ms integer,
  client_ip varchar(64),
  seq integer not null,
  prev_hash varchar(64) not null,
  row_hash varchar(64) not null,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
-- No number twice, hidden lines as well: a chain has one line per place.
create unique index seal_sign_log_uk1 on seal_sign_log (tenant_id, seq);
create index seal_sign_log_hash on seal_sign_log (tenant_id, doc_hash_after);
alter table seal_sign_log enable row level security;
alter table seal_sign_log force row level security;
create policy tenant on seal_sign_log using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on seal_sign_log to exam_app;
