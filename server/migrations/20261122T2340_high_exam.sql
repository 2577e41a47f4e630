-- 高考成绩: a row per candidate and year.

-- 高考成绩
create table exam_score_high_exam (
  id bigint primary key,
  tenant_id varchar(12) not null,
  exam_year integer not null,
  candidate_number varchar(20) not null,
  admission_number varchar(20),
  exam_id bigint,
  student_code varchar(24),
  student_name varchar(50) not null,
  area_code varchar(64),
  school_code varchar(64) not null,
  class_code varchar(40),
  exam_class varchar(40),
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
  total_score numeric(18,1) not null,
  bonus_score numeric(18,1),
  final_score numeric(18,1),
  province_rank integer,
  online_period varchar(30),
  art_type varchar(20),
  art_score numeric(18,1),
  art_rank integer,
  admit_batch varchar(30),
  admit_school varchar(100),
  admit_major varchar(100),
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
create unique index exam_score_high_exam_uk1 on exam_score_high_exam (tenant_id, exam_year, candidate_number) where is_deleted = 0;
create index exam_score_high_exam_area_code on exam_score_high_exam (tenant_id, area_code) where is_deleted = 0;
create index exam_score_high_exam_school_code on exam_score_high_exam (tenant_id, school_code) where is_deleted = 0;
create index exam_score_high_exam_class_code on exam_score_high_exam (tenant_id, class_code) where is_deleted = 0;
alter table exam_score_high_exam enable row level security;
alter table exam_score_high_exam force row level security;
create policy tenant on exam_score_high_exam using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_score_high_exam to exam_app;
