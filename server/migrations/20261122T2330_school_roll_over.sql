-- The end of a school year: what classes became, who graduated, and the way back.

create table school_roll_over (
  id bigint primary key,
  tenant_id varchar(12) not null,
  study_year integer not null,
  school_num integer not null,
  class_num integer not null,
  graduated_num integer not null,
  student_num integer not null,
  graduate_num integer not null,
  user_name varchar(50) not null,
  create_user bigint not null,
  create_time timestamp(0) not null,
  revert_user varchar(50),
  revert_time timestamp(0)
);
create unique index school_roll_over_standing on school_roll_over (tenant_id, study_year) where revert_time is null;
alter table school_roll_over enable row level security;
alter table school_roll_over force row level security;
create policy tenant on school_roll_over using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on school_roll_over to exam_app;

create table school_roll_over_class (
  tenant_id varchar(12) not null,
  roll_over_id bigint not null,
  class_id bigint not null,
  class_code varchar(40),
  is_graduating smallint not null,
  old_grade varchar(64) not null,
  new_grade varchar(64),
  old_name varchar(40),
  new_name varchar(40),
  primary key (roll_over_id, class_id)
);
alter table school_roll_over_class enable row level security;
alter table school_roll_over_class force row level security;
create policy tenant on school_roll_over_class using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on school_roll_over_class to exam_app;

create table school_roll_over_student (
  tenant_id varchar(12) not null,
  roll_over_id bigint not null,
  student_id bigint not null,
  primary key (roll_over_id, student_id)
);
alter table school_roll_over_student enable row level security;
alter table school_roll_over_student force row level security;
create policy tenant on school_roll_over_student using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on school_roll_over_student to exam_app;
