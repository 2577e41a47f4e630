-- 阅读学校
create table mall_school (
  id bigint primary key,
  tenant_id varchar(12) not null,
  school_code varchar(64) not null,
  school_name varchar(64),
  area_code varchar(64),
  logo varchar(500),
  contact_name varchar(50),
  contact_phone varchar(20),
  address varchar(200),
  sort integer,
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
create unique index mall_school_uk1 on mall_school (tenant_id, school_code) where is_deleted = 0;
create index mall_school_area_code on mall_school (tenant_id, area_code) where is_deleted = 0;
create index mall_school_school_code on mall_school (tenant_id, school_code) where is_deleted = 0;
alter table mall_school enable row level security;
alter table mall_school force row level security;
create policy tenant on mall_school using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on mall_school to exam_app;


-- 图书分类
create table mall_book_class (
  id bigint primary key,
  tenant_id varchar(12) not null,
  class_name varchar(50) not null,
  parent_id bigint,
  pic_url varchar(500),
  sort integer,
  is_enabled smallint,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index mall_book_class_uk1 on mall_book_class (tenant_id, coalesce(parent_id, -1), class_name) where is_deleted = 0;
alter table mall_book_class enable row level security;
alter table mall_book_class force row level security;
create policy tenant on mall_book_class using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on mall_book_class to exam_app;


-- 图书
create table mall_book (
  id bigint primary key,
  tenant_id varchar(12) not null,
  book_name varchar(128) not null,
  isbn varchar(20),
  author varchar(100),
  translator varchar(100),
  publisher varchar(100),
  publish_date date,
  class_id bigint not null,
  book_type integer not null,
  cover_url varchar(500),
  slider_urls varchar(500),
  introduction text,
  detail text,
  keywords varchar(200),
  suitable_grade jsonb,
  page_count integer,
  word_count integer,
  market_price numeric(18,2),
  price numeric(18,2) not null,
  stock integer not null,
  lock_stock integer,
  sales_count integer,
  give_integral integer,
  integral_price integer,
  is_on_shelf smallint,
  is_recommend smallint,
  is_new smallint,
  is_hot smallint,
  read_url varchar(500),
  sort integer,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index mall_book_uk1 on mall_book (tenant_id, coalesce(isbn, '')) where is_deleted = 0 and isbn is not null;
alter table mall_book enable row level security;
alter table mall_book force row level security;
create policy tenant on mall_book using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on mall_book to exam_app;


-- 轮播图
create table mall_banner (
  id bigint primary key,
  tenant_id varchar(12) not null,
  title varchar(100) not null,
  pic_url varchar(500) not null,
  position integer not null,
  link_type integer not null,
  book_id bigint,
  link_url varchar(500),
  start_time timestamp(0),
  end_time timestamp(0),
  sort integer,
  is_enabled smallint,
  click_count integer,
  remark varchar(500),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
alter table mall_banner enable row level security;
alter table mall_banner force row level security;
create policy tenant on mall_banner using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on mall_banner to exam_app;
