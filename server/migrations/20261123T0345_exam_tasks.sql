-- Tasks by which schools report who sits an exam and who teaches for it.

-- 考务任务
create table exam_task (
  id bigint primary key,
  tenant_id varchar(12) not null,
  task_name varchar(100) not null,
  task_type integer not null,
  exam_id bigint,
  exam_year integer not null,
  study_year integer not null,
  exam_grade varchar(64) not null,
  arts_science varchar(64) not null,
  area_codes jsonb,
  school_codes jsonb,
  course_names jsonb,
  begin_time timestamp(0) not null,
  end_time timestamp(0) not null,
  task_status integer,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index exam_task_uk1 on exam_task (tenant_id, task_name, exam_year) where is_deleted = 0;
alter table exam_task enable row level security;
alter table exam_task force row level security;
create policy tenant on exam_task using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_task to exam_app;

-- 考务学生
create table exam_task_student (
  id bigint primary key,
  tenant_id varchar(12) not null,
  task_id bigint not null,
  student_code varchar(24) not null,
  student_name varchar(50) not null,
  area_code varchar(64),
  area_name varchar(255),
  school_code varchar(64) not null,
  school_name varchar(255),
  exam_grade varchar(255),
  class_code varchar(40),
  exam_class varchar(40) not null,
  gender varchar(64),
  arts_science varchar(64),
  course_combination varchar(20),
  take_courses jsonb,
  photo_url varchar(500),
  confirm_status smallint,
  confirm_time timestamp(0),
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index exam_task_student_uk1 on exam_task_student (tenant_id, task_id, student_code) where is_deleted = 0;
create index exam_task_student_scope on exam_task_student using brin (area_code, school_code, class_code);
alter table exam_task_student enable row level security;
alter table exam_task_student force row level security;
create policy tenant on exam_task_student using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_task_student to exam_app;

-- 考务教师
create table exam_task_teacher (
  id bigint primary key,
  tenant_id varchar(12) not null,
  task_id bigint not null,
  teacher_code varchar(32) not null,
  teacher_name varchar(50) not null,
  area_code varchar(64),
  area_name varchar(255),
  school_code varchar(64) not null,
  school_name varchar(255),
  course_name varchar(64) not null,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index exam_task_teacher_uk1 on exam_task_teacher (tenant_id, task_id, teacher_code, course_name) where is_deleted = 0;
create index exam_task_teacher_area_code on exam_task_teacher (tenant_id, area_code) where is_deleted = 0;
create index exam_task_teacher_school_code on exam_task_teacher (tenant_id, school_code) where is_deleted = 0;
alter table exam_task_teacher enable row level security;
alter table exam_task_teacher force row level security;
create policy tenant on exam_task_teacher using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_task_teacher to exam_app;
