-- What clients of this API family keep with an application, who made it, and how many minutes a sign-in with a password
-- counts as a proof of who one is.
alter table oauth_client
  add column resource_ids varchar(255),
  add column scope varchar(255) not null default 'all',
  add column web_server_redirect_uri varchar(255),
  add column authorities varchar(255),
  add column autoapprove varchar(255),
  add column proof_minutes integer not null default 10,
  add column create_user bigint,
  add column create_dept bigint,
  add column update_user bigint;
