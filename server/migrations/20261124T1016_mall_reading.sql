-- Comments, pupils with their answers, activities and votes of the reading mall.

alter table mall_collect_record add column activity_id bigint;

alter table mall_collect_record alter column activity_title drop not null;

-- 评论
create table mall_book_comment (
  id bigint primary key,
  tenant_id varchar(12) not null,
  order_id bigint not null,
  book_id bigint not null,
  parent_id bigint,
  area_code varchar(64),
  school_code varchar(64),
  is_anonymous smallint,
  score integer not null,
  content varchar(500) not null,
  pic_urls varchar(500),
  comment_time timestamp(0),
  audit_status integer,
  audit_reason varchar(200),
  audit_user varchar(100),
  audit_time timestamp(0),
  is_visible smallint,
  remark varchar(200),
  reply_content varchar(500),
  reply_user varchar(100),
  reply_time timestamp(0),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index mall_book_comment_uk1 on mall_book_comment (tenant_id, order_id, book_id) where is_deleted = 0;
create index mall_book_comment_area_code on mall_book_comment (tenant_id, area_code) where is_deleted = 0;
create index mall_book_comment_school_code on mall_book_comment (tenant_id, school_code) where is_deleted = 0;
alter table mall_book_comment enable row level security;
alter table mall_book_comment force row level security;
create policy tenant on mall_book_comment using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on mall_book_comment to exam_app;

-- 学生信息
create table mall_student (
  id bigint primary key,
  tenant_id varchar(12) not null,
  parent_id bigint not null,
  student_name varchar(50) not null,
  student_code varchar(24),
  gender varchar(64),
  relation varchar(20),
  area_code varchar(64),
  school_code varchar(64) not null,
  grade_name varchar(20),
  class_name varchar(40),
  is_enabled smallint,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index mall_student_uk1 on mall_student (tenant_id, coalesce(student_code, '')) where is_deleted = 0 and student_code is not null;
create index mall_student_area_code on mall_student (tenant_id, area_code) where is_deleted = 0;
create index mall_student_school_code on mall_student (tenant_id, school_code) where is_deleted = 0;
alter table mall_student enable row level security;
alter table mall_student force row level security;
create policy tenant on mall_student using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on mall_student to exam_app;

-- 阅读活动
create table mall_activity (
  id bigint primary key,
  tenant_id varchar(12) not null,
  title varchar(100) not null,
  activity_type integer not null,
  cover_url varchar(500),
  introduction varchar(500),
  content text,
  school_codes jsonb,
  grade_names varchar(200),
  start_time timestamp(0) not null,
  end_time timestamp(0) not null,
  max_per_user integer,
  need_audit smallint,
  reward_point integer,
  awards varchar(200),
  activity_status integer,
  work_count integer,
  passed_count integer,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
alter table mall_activity enable row level security;
alter table mall_activity force row level security;
create policy tenant on mall_activity using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on mall_activity to exam_app;

-- 投票
create table mall_vote_set (
  id bigint primary key,
  tenant_id varchar(12) not null,
  title varchar(100) not null,
  activity_id bigint,
  cover_url varchar(500),
  description varchar(500),
  option_titles text,
  min_choices integer not null,
  max_choices integer not null,
  limit_mode integer not null,
  is_anonymous smallint,
  show_result integer not null,
  reward_point integer,
  start_time timestamp(0) not null,
  end_time timestamp(0) not null,
  vote_status integer,
  options jsonb,
  total_votes integer,
  total_voters integer,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
alter table mall_vote_set enable row level security;
alter table mall_vote_set force row level security;
create policy tenant on mall_vote_set using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on mall_vote_set to exam_app;

-- 学生作答
create table mall_question_answer (
  id bigint primary key,
  tenant_id varchar(12) not null,
  question_id bigint not null,
  student_id bigint not null,
  answer_text varchar(2000) not null,
  attempt_no integer,
  is_right integer,
  score numeric(18,1),
  answer_time timestamp(0),
  area_code varchar(64),
  school_code varchar(64),
  feedback text,
  is_by_machine smallint,
  feedback_model varchar(100),
  feedback_time timestamp(0),
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create index mall_question_answer_area_code on mall_question_answer (tenant_id, area_code) where is_deleted = 0;
create index mall_question_answer_school_code on mall_question_answer (tenant_id, school_code) where is_deleted = 0;
alter table mall_question_answer enable row level security;
alter table mall_question_answer force row level security;
create policy tenant on mall_question_answer using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on mall_question_answer to exam_app;

create table mall_vote (
  id bigint not null,
  tenant_id varchar(12) not null,
  vote_id bigint not null,
  seq integer not null,
  parent_id bigint not null,
  option_ids jsonb not null,
  vote_time timestamp(0) not null,
  round varchar(10) not null,
  prev_hash char(64) not null,
  hash char(64) not null
);
alter table mall_vote enable row level security;
alter table mall_vote force row level security;
create policy tenant on mall_vote using (tenant_id = current_setting('app.tenant', true));
grant select, insert on mall_vote to exam_app;

alter table mall_vote add primary key (id);
-- Ballots stand one after the other, and one of a round is of one parent
create unique index mall_vote_seq on mall_vote (vote_id, seq);
create unique index mall_vote_turn on mall_vote (vote_id, parent_id, round);
create index mall_collect_record_activity on mall_collect_record (activity_id) where is_deleted = 0;
create index mall_question_answer_question on mall_question_answer (question_id) where is_deleted = 0;
