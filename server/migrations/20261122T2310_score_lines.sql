-- Lines of an exam: how they are drawn, and what came of it.

-- 划线参数
create table exam_line_param (
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  arts_science varchar(64) not null,
  period_name varchar(30) not null,
  line_mode integer not null,
  line_num integer,
  line_share numeric(6, 4),
  line_score numeric(6, 1),
  tie_mode varchar(10) not null,
  course_method integer not null,
  critical_total numeric(6, 1),
  critical_course numeric(6, 1),
  is_main smallint not null default 0,
  sort integer not null,
  primary key (exam_id, arts_science, period_name)
);
alter table exam_line_param enable row level security;
alter table exam_line_param force row level security;
create policy tenant on exam_line_param using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_line_param to exam_app;


-- 分数线
create table exam_score_line (
  id bigint primary key,
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  arts_science varchar(64) not null,
  period_name varchar(30) not null,
  course_name varchar(20) not null,
  line_score numeric(18,1) not null,
  line_mode integer,
  line_num integer,
  actual_num integer,
  critical_low numeric(18,1),
  critical_high numeric(18,1),
  is_main smallint,
  sort integer,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index exam_score_line_uk1 on exam_score_line (tenant_id, exam_id, arts_science, period_name, course_name) where is_deleted = 0;
alter table exam_score_line enable row level security;
alter table exam_score_line force row level security;
create policy tenant on exam_score_line using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_score_line to exam_app;
