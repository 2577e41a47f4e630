-- Several rules may speak of one kind of data, each by a name of its own.
drop index retention_rule_uk1;
create unique index retention_rule_uk1 on retention_rule (tenant_id, rule_name) where is_deleted = 0;
