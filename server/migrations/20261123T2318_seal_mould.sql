-- Faces of seals.

-- 印模管理
create table seal_mould (
  id bigint primary key,
  tenant_id varchar(12) not null,
  mould_name varchar(100) not null,
  mould_type integer not null,
  area_code varchar(64),
  dept_uscc varchar(18) not null,
  shape integer not null,
  width_mm integer not null,
  height_mm integer not null,
  border_mm numeric(18,1),
  has_star smallint,
  seal_text varchar(40) not null,
  line_text varchar(20),
  code_text varchar(20),
  pic_url varchar(500),
  is_enabled smallint,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create index seal_mould_area_code on seal_mould (tenant_id, area_code) where is_deleted = 0;
create index seal_mould_dept_uscc on seal_mould (tenant_id, dept_uscc) where is_deleted = 0;
alter table seal_mould enable row level security;
alter table seal_mould force row level security;
create policy tenant on seal_mould using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on seal_mould to exam_app;
