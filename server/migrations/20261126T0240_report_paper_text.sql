-- 报告中由人改写的文字
create table report_paper_text (
  id bigint primary key,
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  paper varchar(20) not null,
  document varchar(200) not null,
  part varchar(20) not null,
  sight char(64) not null,
  generated text not null,
  content text not null,
  edit_user bigint,
  edit_user_name varchar(64) not null,
  edit_time timestamp(0) not null,
  unique (tenant_id, exam_id, paper, document, part, sight)
);
alter table report_paper_text enable row level security;
alter table report_paper_text force row level security;
create policy tenant on report_paper_text using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on report_paper_text to exam_app;
