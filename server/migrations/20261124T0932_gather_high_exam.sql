-- gather_high_exam_score: the table is missing
-- 高考成绩采集
create table gather_high_exam_score (
  id bigint primary key,
  tenant_id varchar(12) not null,
  gather_task_id bigint not null,
  exam_year integer,
  candidate_number varchar(20) not null,
  student_name varchar(50) not null,
  student_code varchar(24),
  area_code varchar(64),
  school_code varchar(64) not null,
  class_code varchar(64),
  class_name varchar(40),
  arts_science varchar(64),
  course_combination varchar(20),
  yuwen numeric(18,1),
  shuxue numeric(18,1),
  waiyu numeric(18,1),
  first_course_score numeric(18,1),
  second_course1 varchar(10),
  second_score1 numeric(18,1),
  second_course2 varchar(10),
  second_score2 numeric(18,1),
  total_score numeric(18,1),
  bonus_score numeric(18,1),
  province_rank integer,
  audit_status integer,
  art_type varchar(64),
  art_score numeric(18,1),
  art_rank integer,
  art_audit_status integer,
  archive_status smallint,
  submit_time timestamp(0),
  audit1_user varchar(100),
  audit1_time timestamp(0),
  audit1_msg varchar(500),
  audit2_user varchar(100),
  audit2_time timestamp(0),
  audit2_msg varchar(500),
  reject_reason varchar(500),
  art_submit_time timestamp(0),
  art_reject_reason varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index gather_high_exam_score_uk1 on gather_high_exam_score (tenant_id, gather_task_id, candidate_number) where is_deleted = 0;
create index gather_high_exam_score_area_code on gather_high_exam_score (tenant_id, area_code) where is_deleted = 0;
create index gather_high_exam_score_school_code on gather_high_exam_score (tenant_id, school_code) where is_deleted = 0;
create index gather_high_exam_score_class_code on gather_high_exam_score (tenant_id, class_code) where is_deleted = 0;
alter table gather_high_exam_score enable row level security;
alter table gather_high_exam_score force row level security;
create policy tenant on gather_high_exam_score using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on gather_high_exam_score to exam_app;
