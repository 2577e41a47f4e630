-- 小题分文件: which file holds the question scores of a course; the scores themselves are columnar files.
create table exam_question_file (
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  course_id smallint not null,
  file_state varchar(8) not null,
  batch_id bigint not null default 0,
  file_name varchar(80) not null,
  row_num integer not null,
  student_num integer not null,
  sha256 char(64) not null,
  make_time timestamp(0) not null default localtimestamp(0),
  primary key (exam_id, course_id, file_state, batch_id)
);
alter table exam_question_file enable row level security;
alter table exam_question_file force row level security;
create policy tenant on exam_question_file using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_question_file to exam_app;
