-- A menu may name one path in several scopes, for different roles; what tells them apart is their name.
drop index api_scope_uk1;
create unique index api_scope_uk1 on api_scope (tenant_id, menu_id, scope_name) where is_deleted = 0;
