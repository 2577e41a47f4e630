-- Certificates of authorities, their revocation lists, and certificates of units and people.

-- 信任链
create table seal_trust_chain (
  id bigint primary key,
  tenant_id varchar(12) not null,
  chain_name varchar(100) not null,
  parent_id bigint,
  cert_pem text not null,
  is_anchor smallint,
  node_level integer,
  subject_dn varchar(500),
  algorithm varchar(10),
  fingerprint varchar(64),
  not_before timestamp(0),
  not_after timestamp(0),
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index seal_trust_chain_uk1 on seal_trust_chain (tenant_id, coalesce(fingerprint, '')) where is_deleted = 0 and fingerprint is not null;
alter table seal_trust_chain enable row level security;
alter table seal_trust_chain force row level security;
create policy tenant on seal_trust_chain using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on seal_trust_chain to exam_app;

-- 证书吊销列表
create table seal_crl (
  id bigint primary key,
  tenant_id varchar(12) not null,
  crl_pem text not null,
  distribution_url varchar(500),
  issuer_dn varchar(500),
  issuer_id bigint not null,
  crl_number varchar(60) not null,
  this_update timestamp(0),
  next_update timestamp(0),
  entry_count integer,
  crl_status integer,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index seal_crl_uk1 on seal_crl (tenant_id, issuer_id, crl_number) where is_deleted = 0;
alter table seal_crl enable row level security;
alter table seal_crl force row level security;
create policy tenant on seal_crl using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on seal_crl to exam_app;

-- 证书信息
create table seal_cert_info (
  id bigint primary key,
  tenant_id varchar(12) not null,
  holder_name varchar(100) not null,
  area_code varchar(64),
  dept_uscc varchar(18) not null,
  cert_pem text not null,
  ukey_id bigint,
  cert_serial varchar(64),
  subject_dn varchar(500),
  issuer_dn varchar(500),
  algorithm varchar(10),
  fingerprint varchar(64),
  not_before timestamp(0),
  not_after timestamp(0),
  cert_status integer,
  revoke_time timestamp(0),
  revoke_reason integer,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index seal_cert_info_uk1 on seal_cert_info (tenant_id, coalesce(fingerprint, '')) where is_deleted = 0 and fingerprint is not null;
create index seal_cert_info_area_code on seal_cert_info (tenant_id, area_code) where is_deleted = 0;
create index seal_cert_info_dept_uscc on seal_cert_info (tenant_id, dept_uscc) where is_deleted = 0;
alter table seal_cert_info enable row level security;
alter table seal_cert_info force row level security;
create policy tenant on seal_cert_info using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on seal_cert_info to exam_app;
