-- 阅读题目
create table mall_question (
  id bigint primary key,
  tenant_id varchar(12) not null,
  book_id bigint not null,
  chapter varchar(100),
  question_type integer not null,
  title varchar(500) not null,
  option_a varchar(200),
  option_b varchar(200),
  option_c varchar(200),
  option_d varchar(200),
  option_e varchar(200),
  option_f varchar(200),
  answer varchar(500) not null,
  analysis text,
  score numeric(18,1) not null,
  difficulty integer,
  ability integer,
  sort integer,
  is_enabled smallint,
  used_count integer,
  correct_count integer,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index mall_question_uk1 on mall_question (tenant_id, book_id, title) where is_deleted = 0;
alter table mall_question enable row level security;
alter table mall_question force row level security;
create policy tenant on mall_question using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on mall_question to exam_app;
