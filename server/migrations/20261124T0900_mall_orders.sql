-- Orders of the shop with their refunds, the services outside, and points still owed.

alter table mall_parent add column integral_debt integer;

-- 订单
create table mall_order (
  id bigint primary key,
  tenant_id varchar(12) not null,
  order_no varchar(32) not null,
  order_time timestamp(0) not null,
  parent_id bigint not null,
  student_name varchar(50),
  area_code varchar(64),
  school_code varchar(64),
  goods varchar(500),
  product_count integer,
  items jsonb not null,
  total_price numeric(18,2),
  use_point integer,
  point_price numeric(18,2),
  adjust_price numeric(18,2),
  pay_price numeric(18,2),
  give_point integer,
  order_status integer,
  pay_channel integer,
  pay_time timestamp(0),
  transaction_id varchar(64),
  refund_status integer,
  refund_price numeric(18,2),
  refund_point integer,
  receiver_name varchar(50) not null,
  receiver_mobile varchar(20) not null,
  province_code varchar(6),
  city_code varchar(6),
  district_code varchar(6),
  detail_address varchar(200) not null,
  express_code varchar(64),
  express_no varchar(40),
  delivery_time timestamp(0),
  receive_time timestamp(0),
  cancel_time timestamp(0),
  cancel_type integer,
  user_remark varchar(200),
  remark text,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index mall_order_uk1 on mall_order (tenant_id, order_no) where is_deleted = 0;
create index mall_order_order_time on mall_order (tenant_id, order_time desc, id desc) where is_deleted = 0;
create index mall_order_pay_price on mall_order (tenant_id, pay_price, order_time desc, id) where is_deleted = 0;
create index mall_order_parent_id on mall_order (tenant_id, parent_id, order_time desc, id) where is_deleted = 0;
create index mall_order_area_code on mall_order (tenant_id, area_code, order_time desc, id) where is_deleted = 0;
create index mall_order_school_code on mall_order (tenant_id, school_code, order_time desc, id) where is_deleted = 0;
create index mall_order_order_status on mall_order (tenant_id, order_status, order_time desc, id) where is_deleted = 0;
create index mall_order_pay_channel on mall_order (tenant_id, pay_channel, order_time desc, id) where is_deleted = 0;
create index mall_order_refund_status on mall_order (tenant_id, refund_status, order_time desc, id) where is_deleted = 0;
create index mall_order_receiver_mobile on mall_order (tenant_id, receiver_mobile, order_time desc, id) where is_deleted = 0;
create index mall_order_create_time on mall_order (tenant_id, create_time, id) where is_deleted = 0;
create index mall_order_goods_pieces on mall_order using gin (name_pieces(goods));
alter table mall_order enable row level security;
alter table mall_order force row level security;
create policy tenant on mall_order using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on mall_order to exam_app;
drop view if exists mall_order_rows;
create view mall_order_rows as select id, tenant_id, order_no, order_time, parent_id, student_name, area_code, school_code, goods, product_count, items, total_price, use_point, point_price, adjust_price, pay_price, give_point, order_status, pay_channel, pay_time, transaction_id, refund_status, refund_price, refund_point, receiver_name, receiver_mobile, province_code, city_code, district_code, detail_address, express_code, express_no, delivery_time, receive_time, cancel_time, cancel_type, user_remark, remark, create_user, create_dept, create_time, update_user, update_time, status, is_deleted from mall_order where tenant_id = current_setting('app.tenant', true);
grant select on mall_order_rows to exam_app;

-- 退款
create table mall_order_refund (
  id bigint primary key,
  tenant_id varchar(12) not null,
  refund_no varchar(32) not null,
  order_id bigint not null,
  order_no varchar(32),
  book_id bigint not null,
  book_name varchar(128),
  parent_id bigint,
  area_code varchar(64),
  school_code varchar(64),
  way integer not null,
  count integer,
  refund_price numeric(18,2) not null,
  refund_point integer,
  taken_point integer,
  apply_reason integer not null,
  apply_description varchar(500),
  apply_pic_urls varchar(500),
  refund_state integer,
  audit_user varchar(100),
  audit_time timestamp(0),
  audit_reason varchar(200),
  return_express_no varchar(40),
  receive_time timestamp(0),
  send_state integer,
  send_time timestamp(0),
  pay_refund_no varchar(64),
  refund_time timestamp(0),
  fail_reason varchar(200),
  remark varchar(200),
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index mall_order_refund_uk1 on mall_order_refund (tenant_id, refund_no) where is_deleted = 0;
create index mall_order_refund_area_code on mall_order_refund (tenant_id, area_code) where is_deleted = 0;
create index mall_order_refund_school_code on mall_order_refund (tenant_id, school_code) where is_deleted = 0;
alter table mall_order_refund enable row level security;
alter table mall_order_refund force row level security;
create policy tenant on mall_order_refund using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on mall_order_refund to exam_app;

-- 外部服务
create table mall_outside (
  id bigint primary key,
  tenant_id varchar(12) not null,
  service_name varchar(50) not null,
  use_for integer not null,
  merchant_no varchar(64),
  model varchar(100),
  endpoint varchar(300) not null,
  secret_key text,
  timeout_seconds integer,
  is_enabled smallint,
  remark text,
  create_user bigint,
  create_dept bigint,
  create_time timestamp(0) not null default localtimestamp(0),
  update_user bigint,
  update_time timestamp(0) not null default localtimestamp(0),
  status integer not null default 1,
  is_deleted smallint not null default 0
);
create unique index mall_outside_uk1 on mall_outside (tenant_id, service_name) where is_deleted = 0;
alter table mall_outside enable row level security;
alter table mall_outside force row level security;
create policy tenant on mall_outside using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on mall_outside to exam_app;

-- A payment is of one order
create unique index mall_order_transaction on mall_order (tenant_id, pay_channel, transaction_id)
  where is_deleted = 0 and transaction_id is not null;
create index mall_order_refund_order on mall_order_refund (order_id);
create index mall_order_refund_waiting on mall_order_refund (send_state) where refund_state = 40;
create index mall_order_unpaid on mall_order (order_time) where order_status = 0 and is_deleted = 0;
create index mall_order_under_way on mall_order (delivery_time) where order_status = 20 and is_deleted = 0;
