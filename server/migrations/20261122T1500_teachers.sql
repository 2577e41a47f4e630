-- The register of teachers, who teaches what, and departments.


create table basic_department (
  id bigint primary key,
  tenant_id varchar(12) not null,
  dept_code varchar(32) not null,
  dept_name varchar(100) not null,
  dept_type varchar(64),
  parent_code varchar(64),
  area_code varchar(64),
  school_code varchar(64),
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
create unique index basic_department_uk1 on basic_department (tenant_id, dept_code) where is_deleted = 0;
create index basic_department_area_code on basic_department (tenant_id, area_code) where is_deleted = 0;
create index basic_department_school_code on basic_department (tenant_id, school_code) where is_deleted = 0;
alter table basic_department enable row level security;
alter table basic_department force row level security;
create policy tenant on basic_department using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on basic_department to exam_app;

create table basic_teacher (
  id bigint primary key,
  tenant_id varchar(12) not null,
  teacher_code varchar(32) not null,
  teacher_name varchar(50) not null,
  gender varchar(64),
  id_card varchar(18),
  phone varchar(20),
  area_code varchar(64),
  school_code varchar(64) not null,
  dept_code varchar(64),
  stage varchar(64),
  course_name varchar(64),
  title varchar(30),
  post varchar(30),
  entry_date date,
  can_mark smallint,
  is_sealed smallint,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index basic_teacher_uk1 on basic_teacher (tenant_id, teacher_code) where is_deleted = 0;
create index basic_teacher_area_code on basic_teacher (tenant_id, area_code) where is_deleted = 0;
create index basic_teacher_school_code on basic_teacher (tenant_id, school_code) where is_deleted = 0;
alter table basic_teacher enable row level security;
alter table basic_teacher force row level security;
create policy tenant on basic_teacher using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on basic_teacher to exam_app;

create table basic_teacher_course (
  id bigint primary key,
  tenant_id varchar(12) not null,
  study_year integer not null,
  term integer not null,
  area_code varchar(64),
  school_code varchar(64),
  grade_code varchar(64),
  class_code varchar(64) not null,
  class_name varchar(40),
  course_name varchar(64) not null,
  teacher_code varchar(64) not null,
  teacher_name varchar(50),
  is_class_leader smallint,
  week_hours integer,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index basic_teacher_course_uk1 on basic_teacher_course (tenant_id, study_year, term, class_code, course_name, teacher_code) where is_deleted = 0;
create index basic_teacher_course_area_code on basic_teacher_course (tenant_id, area_code) where is_deleted = 0;
create index basic_teacher_course_school_code on basic_teacher_course (tenant_id, school_code) where is_deleted = 0;
create index basic_teacher_course_class_code on basic_teacher_course (tenant_id, class_code) where is_deleted = 0;
alter table basic_teacher_course enable row level security;
alter table basic_teacher_course force row level security;
create policy tenant on basic_teacher_course using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on basic_teacher_course to exam_app;
