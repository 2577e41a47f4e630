-- 每人最近一次写入（或被告知）时数据库日志的位置：只读副本到达此处之前，其查询由主库应答
create table read_mark (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  position bigint not null,
  primary key (tenant_id, user_id)
) with (fillfactor = 50);
alter table read_mark enable row level security;
alter table read_mark force row level security;
create policy tenant on read_mark using (tenant_id = current_setting('app.tenant', true));
grant select, insert, update on read_mark to exam_app;
