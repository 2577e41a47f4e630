-- Collections of students: a task, and what schools tell of each student.

-- gather_task: the table is missing
-- 采集任务
create table gather_task (
  id bigint primary key,
  tenant_id varchar(12) not null,
  task_name varchar(100) not null,
  study_year integer not null,
  grade_codes jsonb not null,
  area_codes jsonb,
  school_codes jsonb,
  asked_fields jsonb not null,
  required_fields jsonb,
  audit_levels integer not null,
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
create unique index gather_task_uk1 on gather_task (tenant_id, task_name, study_year) where is_deleted = 0;
alter table gather_task enable row level security;
alter table gather_task force row level security;
create policy tenant on gather_task using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on gather_task to exam_app;

-- gather_student: the table is missing
-- 学生采集
create table gather_student (
  id bigint primary key,
  tenant_id varchar(12) not null,
  gather_task_id bigint not null,
  student_code varchar(24) not null,
  student_name varchar(50) not null,
  area_code varchar(64),
  school_code varchar(64) not null,
  grade_code varchar(64) not null,
  class_code varchar(40),
  class_name varchar(40),
  gather_status integer,
  gender varchar(64),
  birthday date,
  id_card varchar(18),
  nation varchar(20),
  student_no varchar(20),
  arts_science varchar(64),
  course_combination varchar(20),
  phone varchar(20),
  guardian_name varchar(50),
  guardian_phone varchar(20),
  relation varchar(20),
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
create unique index gather_student_uk1 on gather_student (tenant_id, gather_task_id, student_code) where is_deleted = 0;
create index gather_student_student_code on gather_student (tenant_id, gather_task_id, school_code, class_code, student_code, id) where is_deleted = 0;
create index gather_student_area_code on gather_student (tenant_id, area_code, gather_task_id, school_code, class_code, student_code, id) where is_deleted = 0;
create index gather_student_school_code on gather_student (tenant_id, school_code, gather_task_id, class_code, student_code, id) where is_deleted = 0;
create index gather_student_grade_code on gather_student (tenant_id, grade_code, gather_task_id, school_code, class_code, student_code, id) where is_deleted = 0;
create index gather_student_class_code on gather_student (tenant_id, class_code, gather_task_id, school_code, student_code, id) where is_deleted = 0;
create index gather_student_gather_status on gather_student (tenant_id, gather_status, gather_task_id, school_code, class_code, student_code, id) where is_deleted = 0;
create index gather_student_create_time on gather_student (tenant_id, create_time, id) where is_deleted = 0;
create index gather_student_student_name_pieces on gather_student using gin (name_pieces(student_name));
alter table gather_student enable row level security;
alter table gather_student force row level security;
create policy tenant on gather_student using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on gather_student to exam_app;
drop view if exists gather_student_rows;
create view gather_student_rows as select id, tenant_id, gather_task_id, student_code, student_name, area_code, school_code, grade_code, class_code, class_name, gather_status, gender, birthday, id_card, nation, student_no, arts_science, course_combination, phone, guardian_name, guardian_phone, relation, prefilled_num, submit_time, audit1_user, audit1_time, audit1_msg, audit2_user, audit2_time, audit2_msg, collate_user, collate_time, reject_reason, create_user, create_dept, create_time, update_user, update_time, status, is_deleted from gather_student where tenant_id = current_setting('app.tenant', true);
grant select on gather_student_rows to exam_app;
