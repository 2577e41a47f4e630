-- Courses of grades, students in school, and items of processing.

-- 年级课程
create table basic_grade_course (
  id bigint primary key,
  tenant_id varchar(12) not null,
  stage varchar(64) not null,
  grade_code varchar(64) not null,
  course_name varchar(64) not null,
  course_code varchar(32),
  course_alias varchar(200),
  exam_score numeric(18,1) not null,
  course_kind varchar(64),
  is_in_total smallint,
  is_level smallint,
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
create unique index basic_grade_course_uk1 on basic_grade_course (tenant_id, stage, grade_code, course_name) where is_deleted = 0;
alter table basic_grade_course enable row level security;
alter table basic_grade_course force row level security;
create policy tenant on basic_grade_course using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on basic_grade_course to exam_app;

-- 在校学生
create table basic_student_in_school (
  id bigint primary key,
  tenant_id varchar(12) not null,
  study_year integer not null,
  area_code varchar(64),
  school_code varchar(64) not null,
  grade_code varchar(64) not null,
  arts_science varchar(64) not null,
  student_base_num integer not null,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index basic_student_in_school_uk1 on basic_student_in_school (tenant_id, study_year, school_code, grade_code, arts_science) where is_deleted = 0;
create index basic_student_in_school_area_code on basic_student_in_school (tenant_id, area_code) where is_deleted = 0;
create index basic_student_in_school_school_code on basic_student_in_school (tenant_id, school_code) where is_deleted = 0;
alter table basic_student_in_school enable row level security;
alter table basic_student_in_school force row level security;
create policy tenant on basic_student_in_school using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on basic_student_in_school to exam_app;

-- 指标处理项
create table basic_quota_processing_item (
  id bigint primary key,
  tenant_id varchar(12) not null,
  item_code varchar(40) not null,
  item_name varchar(60) not null,
  task_code varchar(64) not null,
  task_types varchar(64),
  grains jsonb,
  is_default smallint,
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
create unique index basic_quota_processing_item_uk1 on basic_quota_processing_item (tenant_id, item_code) where is_deleted = 0;
alter table basic_quota_processing_item enable row level security;
alter table basic_quota_processing_item force row level security;
create policy tenant on basic_quota_processing_item using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on basic_quota_processing_item to exam_app;
