-- Marking teachers are pulled from those reported; who is reported is confirmed by the school.

alter table exam_task_teacher
  add column teacher_kind integer not null default 1,
  add column confirm_status smallint,
  add column confirm_time timestamp(0),
  add column arrange_status integer,
  add column mark_account varchar(20),
  add column mark_role integer,
  add column mark_group varchar(30),
  add column return_reason varchar(200);
alter table exam_task_teacher alter column teacher_kind drop default;
update exam_task_teacher set confirm_status = 0;
drop index exam_task_teacher_uk1;
create unique index exam_task_teacher_uk1 on exam_task_teacher (tenant_id, task_id, teacher_code, course_name, teacher_kind)
  where is_deleted = 0;
-- A teacher marks one course of a task.
create unique index exam_task_teacher_marks on exam_task_teacher (tenant_id, task_id, teacher_code)
  where is_deleted = 0 and teacher_kind = 2;

-- 阅卷计划
create table exam_task_mark_plan (
  id bigint primary key,
  tenant_id varchar(12) not null,
  task_id bigint not null,
  course_name varchar(64) not null,
  paper_num integer not null,
  mark_mode integer not null,
  marks_per_paper numeric(18,2) not null,
  speed integer not null,
  hours numeric(18,1) not null,
  need_num integer,
  is_own_excluded smallint,
  is_leader_excluded smallint,
  is_markable_only smallint,
  seed integer,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index exam_task_mark_plan_uk1 on exam_task_mark_plan (tenant_id, task_id, course_name) where is_deleted = 0;
alter table exam_task_mark_plan enable row level security;
alter table exam_task_mark_plan force row level security;
create policy tenant on exam_task_mark_plan using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_task_mark_plan to exam_app;

-- 考务任务的催报记录
create table exam_task_reminder (
  tenant_id varchar(12) not null,
  task_id bigint not null,
  school_code varchar(64) not null,
  remind_num integer not null,
  remind_time timestamp(0) not null,
  primary key (task_id, school_code)
);
alter table exam_task_reminder enable row level security;
alter table exam_task_reminder force row level security;
create policy tenant on exam_task_reminder using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_task_reminder to exam_app;
