--- 模板消息日志 学籍号：同一批里一位家长的每个孩子各一条
alter table template_msg_log add column student_code varchar(24);
drop index template_msg_log_uk1;
create unique index template_msg_log_uk1 on template_msg_log (tenant_id, batch_id, touser, coalesce(student_code, '')) where batch_id is not null;
