-- Parents of the book mall with their points, collected works and reading assessments.

-- 家长账号
create table mall_parent (
  id bigint primary key,
  tenant_id varchar(12) not null,
  nickname varchar(50) not null,
  real_name varchar(50),
  phone varchar(20),
  student_name varchar(100),
  school_code varchar(64) not null,
  area_code varchar(64),
  grade_name varchar(20),
  class_name varchar(40),
  avatar varchar(500),
  integral_balance integer,
  integral_total_in integer,
  integral_total_out integer,
  integral_seq integer,
  is_enabled smallint,
  last_login_time timestamp(0),
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create index mall_parent_area_code on mall_parent (tenant_id, area_code) where is_deleted = 0;
create index mall_parent_school_code on mall_parent (tenant_id, school_code) where is_deleted = 0;
alter table mall_parent enable row level security;
alter table mall_parent force row level security;
create policy tenant on mall_parent using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on mall_parent to exam_app;

-- 积分记录
create table mall_integral_record (
  id bigint primary key,
  tenant_id varchar(12) not null,
  parent_id bigint not null,
  seq integer not null,
  biz_type integer not null,
  biz_id varchar(64) not null,
  title varchar(100) not null,
  point integer not null,
  balance_before integer not null,
  balance_after integer not null,
  description varchar(500),
  operator_name varchar(100),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index mall_integral_record_uk1 on mall_integral_record (tenant_id, parent_id, seq) where is_deleted = 0;
create unique index mall_integral_record_uk2 on mall_integral_record (tenant_id, parent_id, biz_type, biz_id) where is_deleted = 0;
alter table mall_integral_record enable row level security;
alter table mall_integral_record force row level security;
create policy tenant on mall_integral_record using (tenant_id = current_setting('app.tenant', true));
grant select, insert on mall_integral_record to exam_app;

-- 征集结果
create table mall_collect_record (
  id bigint primary key,
  tenant_id varchar(12) not null,
  activity_title varchar(100) not null,
  work_no varchar(40) not null,
  title varchar(100) not null,
  work_type integer not null,
  student_name varchar(50) not null,
  area_code varchar(64),
  school_code varchar(64) not null,
  grade_name varchar(20),
  class_name varchar(40),
  teacher_name varchar(50),
  parent_id bigint,
  phone varchar(20),
  cover_url varchar(500),
  files jsonb,
  content text,
  submit_time timestamp(0),
  audit_status integer,
  audit_reason varchar(200),
  audit_user varchar(100),
  audit_time timestamp(0),
  score numeric(18,1),
  award_name varchar(50),
  is_public smallint,
  vote_count integer,
  reward_point integer,
  reward_status smallint,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index mall_collect_record_uk1 on mall_collect_record (tenant_id, work_no) where is_deleted = 0;
create index mall_collect_record_area_code on mall_collect_record (tenant_id, area_code) where is_deleted = 0;
create index mall_collect_record_school_code on mall_collect_record (tenant_id, school_code) where is_deleted = 0;
alter table mall_collect_record enable row level security;
alter table mall_collect_record force row level security;
create policy tenant on mall_collect_record using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on mall_collect_record to exam_app;

-- 学生测评
create table mall_student_assess (
  id bigint primary key,
  tenant_id varchar(12) not null,
  student_name varchar(50) not null,
  area_code varchar(64),
  school_code varchar(64) not null,
  grade_name varchar(20),
  class_name varchar(40),
  book_name varchar(100) not null,
  question_count integer not null,
  correct_count integer not null,
  score numeric(18,1) not null,
  full_score numeric(18,1) not null,
  assess_level integer,
  attempt_no integer,
  duration integer,
  submit_time timestamp(0),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create index mall_student_assess_area_code on mall_student_assess (tenant_id, area_code) where is_deleted = 0;
create index mall_student_assess_school_code on mall_student_assess (tenant_id, school_code) where is_deleted = 0;
alter table mall_student_assess enable row level security;
alter table mall_student_assess force row level security;
create policy tenant on mall_student_assess using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on mall_student_assess to exam_app;
