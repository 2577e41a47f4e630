-- 考试信息
create table exam_info (
  id bigint primary key,
  tenant_id varchar(12) not null,
  exam_name varchar(100) not null,
  exam_code varchar(32),
  exam_year integer not null,
  study_year integer not null,
  term integer not null,
  stage varchar(64) not null,
  grade_code varchar(64) not null,
  enter_year integer,
  exam_type varchar(64) not null,
  exam_mode varchar(64) not null,
  arts_science varchar(64) not null,
  begin_date date not null,
  end_date date not null,
  area_codes jsonb not null,
  student_num integer,
  school_num integer,
  course_num integer,
  rule_json jsonb,
  exam_status integer,
  data_version integer,
  package_version integer,
  package_data_version integer,
  is_sealed smallint,
  sort integer,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index exam_info_uk1 on exam_info (tenant_id, exam_name, study_year, grade_code, arts_science) where is_deleted = 0;
alter table exam_info enable row level security;
alter table exam_info force row level security;
create policy tenant on exam_info using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_info to exam_app;

-- 考生导入
create table exam_student_import (
  id bigint primary key,
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  student_number varchar(20) not null,
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
  student_no varchar(20),
  student_type varchar(64),
  arts_science varchar(64),
  course_combination varchar(20),
  take_courses jsonb,
  exam_room_no varchar(10),
  exam_room_seat_num integer,
  is_count smallint,
  batch_id varchar(255),
  row_no integer,
  check_status integer,
  check_msg jsonb,
  archive_status smallint,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index exam_student_import_uk1 on exam_student_import (tenant_id, exam_id, student_number) where is_deleted = 0;
create index exam_student_import_area_code on exam_student_import (tenant_id, area_code) where is_deleted = 0;
create index exam_student_import_school_code on exam_student_import (tenant_id, school_code) where is_deleted = 0;
create index exam_student_import_class_code on exam_student_import (tenant_id, class_code) where is_deleted = 0;
alter table exam_student_import enable row level security;
alter table exam_student_import force row level security;
create policy tenant on exam_student_import using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_student_import to exam_app;

-- 成绩导入
create table exam_score_student_course_import (
  id bigint primary key,
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  course_name varchar(20) not null,
  student_number varchar(20) not null,
  student_code varchar(24),
  student_name varchar(50),
  area_code varchar(64),
  area_name varchar(255),
  school_code varchar(64),
  school_name varchar(255),
  exam_grade varchar(255),
  class_code varchar(40),
  exam_class varchar(40),
  score_text varchar(20) not null,
  score numeric(18,1),
  objective_score numeric(18,1),
  subjective_score numeric(18,1),
  score_status integer,
  batch_id varchar(255),
  row_no integer,
  check_status integer,
  check_msg jsonb,
  archive_status smallint,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index exam_score_student_course_import_uk1 on exam_score_student_course_import (tenant_id, exam_id, course_name, student_number) where is_deleted = 0;
create index exam_score_student_course_import_area_code on exam_score_student_course_import (tenant_id, area_code) where is_deleted = 0;
create index exam_score_student_course_import_school_code on exam_score_student_course_import (tenant_id, school_code) where is_deleted = 0;
create index exam_score_student_course_import_class_code on exam_score_student_course_import (tenant_id, class_code) where is_deleted = 0;
alter table exam_score_student_course_import enable row level security;
alter table exam_score_student_course_import force row level security;
create policy tenant on exam_score_student_course_import using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_score_student_course_import to exam_app;

-- 任课教师导入
create table exam_teacher_course_import (
  id bigint primary key,
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  area_code varchar(64),
  area_name varchar(255),
  school_code varchar(64) not null,
  school_name varchar(255),
  exam_grade varchar(255),
  class_code varchar(40),
  exam_class varchar(40) not null,
  course_name varchar(20) not null,
  teacher_code varchar(32),
  teacher_name varchar(50) not null,
  is_class_leader smallint,
  batch_id varchar(255),
  row_no integer,
  check_status integer,
  check_msg jsonb,
  archive_status smallint,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index exam_teacher_course_import_uk1 on exam_teacher_course_import (tenant_id, exam_id, coalesce(class_code, ''), course_name, coalesce(teacher_code, '')) where is_deleted = 0;
create index exam_teacher_course_import_area_code on exam_teacher_course_import (tenant_id, area_code) where is_deleted = 0;
create index exam_teacher_course_import_school_code on exam_teacher_course_import (tenant_id, school_code) where is_deleted = 0;
create index exam_teacher_course_import_class_code on exam_teacher_course_import (tenant_id, class_code) where is_deleted = 0;
alter table exam_teacher_course_import enable row level security;
alter table exam_teacher_course_import force row level security;
create policy tenant on exam_teacher_course_import using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_teacher_course_import to exam_app;

-- 数据进度
create table exam_data_progress (
  id bigint primary key,
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  run_no integer not null,
  data_version integer,
  task_total integer,
  task_finished integer,
  run_state integer,
  start_time timestamp(0),
  end_time timestamp(0),
  message varchar(2000),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index exam_data_progress_uk1 on exam_data_progress (tenant_id, exam_id, run_no) where is_deleted = 0;
alter table exam_data_progress enable row level security;
alter table exam_data_progress force row level security;
create policy tenant on exam_data_progress using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_data_progress to exam_app;

-- 数据进度任务
create table exam_data_progress_task (
  id bigint primary key,
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  task_code varchar(40) not null,
  task_name varchar(60),
  task_types varchar(20) not null,
  is_finished smallint,
  task_state integer,
  done_num integer,
  total_num integer,
  start_time timestamp(0),
  end_time timestamp(0),
  cost_ms integer,
  message varchar(2000),
  input_hash varchar(64),
  sort integer,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index exam_data_progress_task_uk1 on exam_data_progress_task (tenant_id, exam_id, task_code) where is_deleted = 0;
alter table exam_data_progress_task enable row level security;
alter table exam_data_progress_task force row level security;
create policy tenant on exam_data_progress_task using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_data_progress_task to exam_app;
