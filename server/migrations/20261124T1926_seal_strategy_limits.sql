-- What a strategy of signing is limited to.

alter table seal_sign_strategy add column need_ukey smallint;

alter table seal_sign_strategy add column doc_types jsonb;

alter table seal_sign_strategy add column role_aliases jsonb;

alter table seal_sign_strategy add column time_window varchar(11);
