-- Entries of teachers' portfolios and every step they took.

-- 教师档案
create table teacher_portfolio (
  id bigint primary key,
  tenant_id varchar(12) not null,
  portfolio_type integer not null,
  portfolio_child_type integer,
  teacher_code varchar(64),
  teacher_name varchar(100),
  area_code varchar(64),
  school_code varchar(64),
  cert_name varchar(200),
  education varchar(64),
  education_level varchar(64),
  teacher_credentials varchar(64),
  spoken_language varchar(64),
  duty_credentials varchar(64),
  course_type varchar(64),
  target_object_type varchar(64),
  cert_level varchar(64),
  prize_type varchar(64),
  cert_date timestamp(0),
  cert_begin_date timestamp(0),
  cert_end_date timestamp(0),
  is_to_now smallint,
  graduate_school varchar(100),
  major varchar(100),
  subject_name varchar(50),
  cert_no varchar(64),
  issue_org varchar(100),
  cert_score numeric(18,1),
  hours numeric(18,1),
  duty_role varchar(50),
  memo text,
  cert_image_url varchar(500),
  audit_status integer,
  submit_time timestamp(0),
  audit1_user varchar(100),
  audit1_time timestamp(0),
  audit1_opinion varchar(500),
  audit2_user varchar(100),
  audit2_time timestamp(0),
  audit2_opinion varchar(500),
  reject_reason varchar(500),
  reject_count integer,
  version integer,
  teacher_id varchar(20),
  previous_id varchar(20),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create index teacher_portfolio_area_code on teacher_portfolio (tenant_id, area_code) where is_deleted = 0;
create index teacher_portfolio_school_code on teacher_portfolio (tenant_id, school_code) where is_deleted = 0;
alter table teacher_portfolio enable row level security;
alter table teacher_portfolio force row level security;
create policy tenant on teacher_portfolio using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on teacher_portfolio to exam_app;
create index teacher_portfolio_audit on teacher_portfolio (tenant_id, audit_status, submit_time) where is_deleted = 0;
create index teacher_portfolio_teacher on teacher_portfolio (tenant_id, teacher_id) where is_deleted = 0;
create index teacher_portfolio_previous on teacher_portfolio (tenant_id, previous_id) where previous_id is not null;

-- 档案审核记录
create table portfolio_audit_log (
  id bigint primary key,
  tenant_id varchar(12) not null,
  portfolio_id bigint not null,
  from_status integer not null,
  to_status integer not null,
  action varchar(50) not null,
  opinion varchar(500),
  user_id bigint,
  user_name varchar(100) not null,
  create_time timestamp(0) not null default date_trunc('second', localtimestamp)
);
create index portfolio_audit_log_entry on portfolio_audit_log (tenant_id, portfolio_id);
alter table portfolio_audit_log enable row level security;
alter table portfolio_audit_log force row level security;
create policy tenant on portfolio_audit_log using (tenant_id = current_setting('app.tenant', true));
grant select, insert on portfolio_audit_log to exam_app;
