-- The questions of the papers of an exam; question_id is small, so that question marks name their question by it.
create table exam_course_paper_question (
  id bigint primary key,
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  course_name varchar(20) not null,
  paper_code varchar(4) not null,
  question_id integer not null,
  question_no varchar(20) not null,
  parent_no varchar(20),
  question_type varchar(64) not null,
  is_objective smallint,
  question_score numeric(18,1) not null,
  answer varchar(50),
  option_num integer,
  part_rule jsonb,
  knowledge_points jsonb,
  ability_level varchar(64),
  preset_p numeric(18,2),
  module varchar(50),
  choose_group varchar(10),
  choose_num integer,
  source_question_id varchar(64),
  sort integer,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index exam_course_paper_question_uk1 on exam_course_paper_question (tenant_id, exam_id, course_name, paper_code, question_no) where is_deleted = 0;
alter table exam_course_paper_question enable row level security;
alter table exam_course_paper_question force row level security;
create policy tenant on exam_course_paper_question using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_course_paper_question to exam_app;
