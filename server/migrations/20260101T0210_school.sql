-- 学校管理
create table basic_school (
  id bigint primary key,
  tenant_id varchar(12) not null,
  school_code varchar(18) not null,
  school_name varchar(100) not null,
  school_short_name varchar(30),
  school_ident_code varchar(10),
  area_code varchar(64) not null,
  school_type varchar(64) not null,
  stages jsonb,
  ownership varchar(64),
  urban_type varchar(64),
  school_group varchar(64),
  link_man varchar(50),
  phone varchar(20),
  address varchar(255),
  sort integer not null,
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
create unique index basic_school_uk1 on basic_school (tenant_id, school_code) where is_deleted = 0;
create index basic_school_area_code on basic_school (tenant_id, area_code) where is_deleted = 0;
create index basic_school_school_code on basic_school (tenant_id, school_code) where is_deleted = 0;
alter table basic_school enable row level security;
alter table basic_school force row level security;
create policy tenant on basic_school using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on basic_school to exam_app;

-- 班级管理
create table school_classes (
  id bigint primary key,
  tenant_id varchar(12) not null,
  area_code varchar(64),
  school_code varchar(64) not null,
  study_year integer not null,
  stage varchar(64) not null,
  enter_year integer not null,
  grade_code varchar(64) not null,
  class_no integer not null,
  class_code varchar(40),
  class_name varchar(40),
  class_type varchar(64),
  head_teacher_name varchar(50),
  is_graduated smallint,
  sort integer,
  is_sealed smallint,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index school_classes_uk1 on school_classes (tenant_id, school_code, stage, enter_year, class_no) where is_deleted = 0;
create index school_classes_area_code on school_classes (tenant_id, area_code) where is_deleted = 0;
create index school_classes_school_code on school_classes (tenant_id, school_code) where is_deleted = 0;
create index school_classes_class_code on school_classes (tenant_id, class_code) where is_deleted = 0;
alter table school_classes enable row level security;
alter table school_classes force row level security;
create policy tenant on school_classes using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on school_classes to exam_app;

-- 学生信息
create table basic_student (
  id bigint primary key,
  tenant_id varchar(12) not null,
  student_code varchar(24) not null,
  student_name varchar(50) not null,
  gender varchar(64) not null,
  birthday date,
  area_code varchar(64),
  school_code varchar(64) not null,
  stage varchar(64) not null,
  enter_year integer not null,
  grade_code varchar(64),
  class_code varchar(40),
  class_name varchar(40),
  student_no varchar(20),
  arts_science varchar(64),
  course_combination varchar(20),
  student_type varchar(64),
  enrol_status varchar(64),
  phone varchar(20),
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
create unique index basic_student_uk1 on basic_student (tenant_id, student_code) where is_deleted = 0;
create index basic_student_area_code on basic_student (tenant_id, area_code) where is_deleted = 0;
create index basic_student_school_code on basic_student (tenant_id, school_code) where is_deleted = 0;
create index basic_student_class_code on basic_student (tenant_id, class_code) where is_deleted = 0;
alter table basic_student enable row level security;
alter table basic_student force row level security;
create policy tenant on basic_student using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on basic_student to exam_app;

-- 县区人口
create table area_population (
  id bigint primary key,
  tenant_id varchar(12) not null,
  study_year integer not null,
  area_code varchar(64),
  population numeric(18,2) not null,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index area_population_uk1 on area_population (tenant_id, study_year, coalesce(area_code, '')) where is_deleted = 0;
create index area_population_area_code on area_population (tenant_id, area_code) where is_deleted = 0;
alter table area_population enable row level security;
alter table area_population force row level security;
create policy tenant on area_population using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on area_population to exam_app;

-- 学生基数
create table student_base_num (
  id bigint primary key,
  tenant_id varchar(12) not null,
  study_year integer not null,
  area_code varchar(64),
  school_code varchar(64) not null,
  student_base_num integer not null,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index student_base_num_uk1 on student_base_num (tenant_id, study_year, school_code) where is_deleted = 0;
create index student_base_num_area_code on student_base_num (tenant_id, area_code) where is_deleted = 0;
create index student_base_num_school_code on student_base_num (tenant_id, school_code) where is_deleted = 0;
alter table student_base_num enable row level security;
alter table student_base_num force row level security;
create policy tenant on student_base_num using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on student_base_num to exam_app;

-- 应用业务
create table app_biz (
  id bigint primary key,
  tenant_id varchar(12) not null,
  app_code varchar(64) not null,
  app_name varchar(100) not null,
  sort integer not null,
  is_sealed smallint not null,
  remark text,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index app_biz_uk1 on app_biz (tenant_id, app_code) where is_deleted = 0;
alter table app_biz enable row level security;
alter table app_biz force row level security;
create policy tenant on app_biz using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on app_biz to exam_app;
