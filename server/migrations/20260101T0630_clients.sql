-- Clients are looked after like other rows; removed ones are gone.
alter table oauth_client
  add column id bigint,
  add column create_time timestamp(0) not null default localtimestamp(0),
  add column update_time timestamp(0) not null default localtimestamp(0);
update oauth_client set id = ('x' || substr(md5(client_id), 1, 13))::bit(52)::bigint;
alter table oauth_client alter column id set not null;
alter table oauth_client alter column id set default (floor(random() * 4503599627370496))::bigint;
create unique index oauth_client_id on oauth_client (id);
grant delete on oauth_client to exam_app;
