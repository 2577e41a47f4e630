-- One upload of several workbooks of one kind for one exam, from upload to undo.
create table exam_import_batch (
  id bigint primary key,
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  kind varchar(10) not null,
  status int not null default 0,
  message varchar(1000) not null default '',
  -- records the batch would write: fresh, changed, unchanged; rows of the sheets: rows, faulty, warned
  counts jsonb,
  fault_counts jsonb not null default '[]',
  unknown_schools jsonb not null default '[]',
  job_id varchar(64) not null default '',
  last_row_id int not null default 0,
  confirm_user bigint,
  confirm_time timestamp(0),
  commit_time timestamp(0),
  -- order of commits; null before
  commit_seq bigint,
  create_user bigint,
  create_user_name varchar(50) not null default '',
  create_time timestamp(0) not null default localtimestamp(0),
  update_time timestamp(0) not null default localtimestamp(0)
);
create sequence exam_import_commit_seq;
grant usage on sequence exam_import_commit_seq to exam_app;
create index exam_import_batch_exam on exam_import_batch (tenant_id, exam_id, kind);
alter table exam_import_batch enable row level security;
alter table exam_import_batch force row level security;
create policy tenant on exam_import_batch using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_import_batch to exam_app;

create table exam_import_file (
  tenant_id varchar(12) not null,
  batch_id bigint not null references exam_import_batch on delete cascade,
  file_no smallint not null,
  file_id varchar(64) not null,
  file_name varchar(255) not null,
  size_bytes bigint not null,
  sha256 char(64) not null,
  -- null while the file has not been read
  sheets jsonb,
  message varchar(500) not null default '',
  primary key (batch_id, file_no)
);
alter table exam_import_file enable row level security;
alter table exam_import_file force row level security;
create policy tenant on exam_import_file using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_import_file to exam_app;

-- Every filled row of every sheet as it was typed, header and titles included. Cells are joined by U+001F, which no
-- cell can hold: the form COPY and DuckDB pass on without quoting.
create table exam_import_row (
  tenant_id varchar(12) not null,
  batch_id bigint not null,
  row_id int not null,
  file_no smallint not null,
  sheet_no smallint not null,
  row_no int not null,
  cells text not null,
  primary key (batch_id, row_id)
);
alter table exam_import_row enable row level security;
alter table exam_import_row force row level security;
create policy tenant on exam_import_row using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_import_row to exam_app;

create table exam_import_fault (
  tenant_id varchar(12) not null,
  batch_id bigint not null,
  row_id int not null,
  -- zero-based; -1: the row as a whole
  column_no smallint not null,
  code varchar(4) not null,
  level varchar(8) not null,
  text varchar(300) not null
);
create index exam_import_fault_row on exam_import_fault (batch_id, row_id);
alter table exam_import_fault enable row level security;
alter table exam_import_fault force row level security;
create policy tenant on exam_import_fault using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_import_fault to exam_app;

-- What a commit overwrote: the whole former row, or null where there was none.
create table exam_import_undo (
  tenant_id varchar(12) not null,
  batch_id bigint not null,
  target_id bigint not null,
  before jsonb,
  primary key (batch_id, target_id)
);
alter table exam_import_undo enable row level security;
alter table exam_import_undo force row level security;
create policy tenant on exam_import_undo using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_import_undo to exam_app;

-- Column mappings remembered by the header they belong to.
create table exam_import_mapping (
  tenant_id varchar(12) not null,
  kind varchar(10) not null,
  fingerprint char(64) not null,
  targets jsonb not null,
  primary key (tenant_id, kind, fingerprint)
);
alter table exam_import_mapping enable row level security;
alter table exam_import_mapping force row level security;
create policy tenant on exam_import_mapping using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_import_mapping to exam_app;

-- Names by which a school is known in workbooks.
create table exam_import_alias (
  tenant_id varchar(12) not null,
  alias varchar(100) not null,
  school_code varchar(18) not null,
  primary key (tenant_id, alias)
);
alter table exam_import_alias enable row level security;
alter table exam_import_alias force row level security;
create policy tenant on exam_import_alias using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_import_alias to exam_app;

-- The last check of everything imported for an exam; gone as soon as anything imported changes.
create table exam_import_check (
  tenant_id varchar(12) not null,
  exam_id bigint not null,
  kind varchar(10) not null,
  error_num int not null,
  warning_num int not null,
  counts jsonb not null,
  checked_time timestamp(0) not null default localtimestamp(0),
  confirm_user bigint,
  confirm_time timestamp(0),
  primary key (exam_id, kind)
);
alter table exam_import_check enable row level security;
alter table exam_import_check force row level security;
create policy tenant on exam_import_check using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on exam_import_check to exam_app;
