-- Keys of the sign server, and certificates of those keys.

-- 密钥管理
create table seal_cipher (
  id bigint primary key,
  tenant_id varchar(12) not null,
  cipher_name varchar(100) not null,
  key_algorithm integer not null,
  public_key_pem text,
  fingerprint varchar(64),
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
create unique index seal_cipher_uk1 on seal_cipher (tenant_id, coalesce(fingerprint, '')) where is_deleted = 0 and fingerprint is not null;
alter table seal_cipher enable row level security;
alter table seal_cipher force row level security;
create policy tenant on seal_cipher using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on seal_cipher to exam_app;

-- 证书管理
create table seal_cert (
  id bigint primary key,
  tenant_id varchar(12) not null,
  cert_name varchar(60) not null,
  cert_type integer not null,
  cipher_id bigint not null,
  owner_code varchar(18),
  issuer_id bigint,
  valid_years integer,
  cert_pem text,
  cert_serial varchar(64),
  subject_dn varchar(500),
  issuer_dn varchar(500),
  algorithm varchar(10),
  fingerprint varchar(64),
  not_before timestamp(0),
  not_after timestamp(0),
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
create unique index seal_cert_uk1 on seal_cert (tenant_id, coalesce(fingerprint, '')) where is_deleted = 0 and fingerprint is not null;
alter table seal_cert enable row level security;
alter table seal_cert force row level security;
create policy tenant on seal_cert using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on seal_cert to exam_app;

-- Private keys, kept apart from what calls read
create table seal_key (
  tenant_id varchar(12) not null,
  fingerprint char(64) not null,
  -- under the master key
  wrapped text not null,
  primary key (tenant_id, fingerprint)
);
alter table seal_key enable row level security;
alter table seal_key force row level security;
create policy tenant on seal_key using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on seal_key to exam_app;
