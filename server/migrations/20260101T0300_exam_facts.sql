-- Archived facts of an exam: who sat it, what each paper brought, and which packages were built from them.
-- Rows are snapshots; nothing here is joined with today's schools or rosters.

create table exam_score_student (
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  -- 1..n within the exam: the short key of every fact
  sid int not null,
  student_number varchar(20) not null,
  student_code varchar(24),
  student_name varchar(50) not null,
  area_code varchar(64) not null,
  area_name varchar(255) not null,
  area_sort int not null default 0,
  school_code varchar(64) not null,
  school_name varchar(255) not null,
  school_sort int not null default 0,
  school_group varchar(64),
  class_code varchar(40),
  exam_class varchar(40) not null,
  class_sort int not null default 0,
  exam_grade varchar(255),
  course_combination varchar(20),
  arts_science varchar(64),
  student_type varchar(64),
  is_count smallint not null default 1,
  primary key (exam_id, sid)
);
create unique index exam_score_student_number on exam_score_student (exam_id, student_number);
create index exam_score_student_code on exam_score_student (tenant_id, student_code);
create index exam_score_student_find_number on exam_score_student (tenant_id, student_number varchar_pattern_ops);
create index exam_score_student_find_name on exam_score_student (tenant_id, student_name varchar_pattern_ops);

create table exam_score_student_course (
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  sid int not null,
  -- exam_course.course_id; a paper that was not chosen has no row
  course_id smallint not null,
  score_status smallint not null default 0,
  -- null: not taken
  score numeric(6, 1),
  objective_score numeric(6, 1),
  subjective_score numeric(6, 1),
  primary key (exam_id, sid, course_id)
);

create table exam_course (
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  -- 1..n in the order of the bureau; 0 is the total
  course_id smallint not null check (course_id > 0),
  course_name varchar(20) not null,
  course_alias jsonb not null default '[]',
  exam_score numeric(6, 1) not null,
  is_in_total smallint not null default 1,
  sort int not null default 0,
  -- fixed thresholds; null: by the shares of the rule
  excellent_score numeric(6, 1),
  good_score numeric(6, 1),
  pass_score numeric(6, 1),
  low_score numeric(6, 1),
  primary key (exam_id, course_id),
  unique (exam_id, course_name)
);

create table exam_school (
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  school_code varchar(64) not null,
  school_name varchar(255),
  area_code varchar(64),
  is_join smallint not null default 1,
  is_in_report smallint not null default 1,
  school_group varchar(64),
  plan_num int,
  student_num int,
  sort int not null default 0,
  primary key (exam_id, school_code)
);

create table exam_package (
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  package_version int not null,
  data_version int not null,
  pack_state smallint not null default 0,
  manifest jsonb,
  size_bytes bigint,
  build_ms int,
  built_by bigint,
  built_time timestamp(0),
  primary key (exam_id, package_version)
);

alter table exam_score_student enable row level security;
alter table exam_score_student force row level security;
create policy tenant on exam_score_student using (tenant_id = current_setting('app.tenant', true));
alter table exam_score_student_course enable row level security;
alter table exam_score_student_course force row level security;
create policy tenant on exam_score_student_course using (tenant_id = current_setting('app.tenant', true));
alter table exam_course enable row level security;
alter table exam_course force row level security;
create policy tenant on exam_course using (tenant_id = current_setting('app.tenant', true));
alter table exam_school enable row level security;
alter table exam_school force row level security;
create policy tenant on exam_school using (tenant_id = current_setting('app.tenant', true));
alter table exam_package enable row level security;
alter table exam_package force row level security;
create policy tenant on exam_package using (tenant_id = current_setting('app.tenant', true));

grant select, insert, update, delete
  on exam_score_student, exam_score_student_course, exam_course, exam_school, exam_package to exam_app;
