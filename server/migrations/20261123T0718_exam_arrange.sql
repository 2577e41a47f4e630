-- Who sits where in an exam: plans with their candidates and rooms; what an exam task is told of them.

-- 编排任务
create table exam_arrange_task (
  id bigint primary key,
  tenant_id varchar(12) not null,
  task_name varchar(100) not null,
  study_year integer not null,
  exam_id bigint,
  exam_task_id bigint,
  exam_grade varchar(64) not null,
  area_code varchar(64),
  school_code varchar(64),
  exam_room_seat_num integer not null,
  seat_rows integer not null,
  seat_cols integer not null,
  seat_mode integer not null,
  room_start_no integer not null,
  point_mode integer not null,
  group_by integer not null,
  is_mixed_rest smallint,
  sort_mode integer not null,
  fill_mode integer not null,
  neighbours integer not null,
  is_school_apart smallint,
  max_school_share integer,
  seed integer,
  code_template varchar(100),
  code_start integer not null,
  code_scope integer not null,
  student_num integer,
  conflict_num integer,
  arrange_status integer,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index exam_arrange_task_uk1 on exam_arrange_task (tenant_id, task_name, study_year) where is_deleted = 0;
alter table exam_arrange_task enable row level security;
alter table exam_arrange_task force row level security;
create policy tenant on exam_arrange_task using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_arrange_task to exam_app;

-- 编排考生
create table exam_arrange_task_student (
  id bigint primary key,
  tenant_id varchar(12) not null,
  arrange_task_id bigint not null,
  student_code varchar(24),
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
  photo_url varchar(500),
  last_exam_id bigint,
  last_score numeric(18,1),
  last_rank integer,
  student_number varchar(20),
  exam_point_code varchar(64),
  exam_room_no varchar(10),
  exam_room_seat_num integer,
  seat_row integer,
  seat_col integer,
  is_fixed smallint,
  special_need varchar(100),
  is_late smallint,
  collate_status integer,
  conflict_msg varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);

create index exam_arrange_task_student_scope on exam_arrange_task_student using brin (area_code, school_code, class_code);
alter table exam_arrange_task_student enable row level security;
alter table exam_arrange_task_student force row level security;
create policy tenant on exam_arrange_task_student using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_arrange_task_student to exam_app;

-- 考场
create table exam_arrange_task_room (
  id bigint primary key,
  tenant_id varchar(12) not null,
  arrange_task_id bigint not null,
  exam_room_no varchar(10) not null,
  exam_room_name varchar(50),
  exam_point_code varchar(64),
  exam_point_name varchar(255),
  building varchar(30),
  floor varchar(10),
  exam_room_seat_num integer not null,
  seat_rows integer not null,
  seat_cols integer not null,
  disabled_seats varchar(500),
  actual_num integer,
  course_scope varchar(100),
  invigilators varchar(100),
  is_spare smallint,
  sort integer,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index exam_arrange_task_room_uk1 on exam_arrange_task_room (tenant_id, arrange_task_id, exam_room_no) where is_deleted = 0;
alter table exam_arrange_task_room enable row level security;
alter table exam_arrange_task_room force row level security;
create policy tenant on exam_arrange_task_room using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_arrange_task_room to exam_app;

-- A candidate, a number and a seat occur once within a plan.
create unique index exam_arrange_task_student_code on exam_arrange_task_student (tenant_id, arrange_task_id, student_code) where is_deleted = 0;
create unique index exam_arrange_task_student_number on exam_arrange_task_student (tenant_id, arrange_task_id, student_number) where is_deleted = 0;
create unique index exam_arrange_task_student_seat on exam_arrange_task_student (tenant_id, arrange_task_id, exam_room_no, exam_room_seat_num) where is_deleted = 0;

alter table exam_task_student add column student_number varchar(20);
alter table exam_task_student add column exam_room_no varchar(10);
alter table exam_task_student add column exam_room_seat_num integer;
