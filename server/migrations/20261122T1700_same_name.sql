-- Students of one name in one class of whom someone has said that they are different people.
create table exam_same_name (
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  student_numbers jsonb not null,
  reason varchar(200) not null,
  batch_id bigint not null,
  primary key (tenant_id, exam_id, student_numbers)
);
alter table exam_same_name enable row level security;
alter table exam_same_name force row level security;
create policy tenant on exam_same_name using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_same_name to exam_app;
