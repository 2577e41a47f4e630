-- Corrections of archived marks.

-- 成绩更正
create table exam_score_correction (
  id bigint primary key,
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  course_name varchar(20) not null,
  student_number varchar(20) not null,
  student_name varchar(50),
  area_code varchar(64),
  area_name varchar(255),
  school_code varchar(64),
  school_name varchar(255),
  exam_grade varchar(255),
  class_code varchar(40),
  exam_class varchar(40),
  old_score varchar(20),
  new_score varchar(20) not null,
  reason text not null,
  correction_status integer,
  applicant_name varchar(50),
  approver_name varchar(50),
  approve_time timestamp(0),
  approve_opinion varchar(200),
  reject_reason varchar(200),
  data_version integer,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create index exam_score_correction_area_code on exam_score_correction (tenant_id, area_code) where is_deleted = 0;
create index exam_score_correction_school_code on exam_score_correction (tenant_id, school_code) where is_deleted = 0;
create index exam_score_correction_class_code on exam_score_correction (tenant_id, class_code) where is_deleted = 0;
alter table exam_score_correction enable row level security;
alter table exam_score_correction force row level security;
create policy tenant on exam_score_correction using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_score_correction to exam_app;

create index exam_score_correction_mark on exam_score_correction (exam_id, student_number) where is_deleted = 0;
