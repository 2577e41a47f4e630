-- Collections of teachers: what they teach, and what schools tell of them.

-- gather_task: column task_type is missing
-- What was asked for before there were types was students.
alter table gather_task add column task_type integer default 1;
alter table gather_task alter column task_type drop default;

-- gather_teacher: the table is missing
-- 教师采集
create table gather_teacher (
  id bigint primary key,
  tenant_id varchar(12) not null,
  gather_task_id bigint not null,
  teacher_code varchar(32) not null,
  teacher_name varchar(50) not null,
  area_code varchar(64),
  school_code varchar(64),
  grade_code varchar(64),
  class_code varchar(64) not null,
  class_name varchar(40),
  course_name varchar(64) not null,
  is_class_leader smallint,
  can_mark smallint,
  gather_status integer,
  gender varchar(64),
  id_card varchar(18),
  phone varchar(20),
  title varchar(30),
  prefilled_num integer,
  submit_time timestamp(0),
  audit1_user varchar(100),
  audit1_time timestamp(0),
  audit1_msg varchar(500),
  audit2_user varchar(100),
  audit2_time timestamp(0),
  audit2_msg varchar(500),
  collate_user varchar(100),
  collate_time timestamp(0),
  reject_reason varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index gather_teacher_uk1 on gather_teacher (tenant_id, gather_task_id, teacher_code, course_name, class_code) where is_deleted = 0;
create index gather_teacher_area_code on gather_teacher (tenant_id, area_code) where is_deleted = 0;
create index gather_teacher_school_code on gather_teacher (tenant_id, school_code) where is_deleted = 0;
create index gather_teacher_class_code on gather_teacher (tenant_id, class_code) where is_deleted = 0;
alter table gather_teacher enable row level security;
alter table gather_teacher force row level security;
create policy tenant on gather_teacher using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on gather_teacher to exam_app;
