-- One log for the steps of all reviews; what portfolios have gone through moves into it.

alter table portfolio_audit_log rename to review_log;
alter table review_log rename constraint portfolio_audit_log_pkey to review_log_pkey;
alter table review_log rename column portfolio_id to row_id;
alter table review_log add column review varchar(64) not null default 'teacherPortfolio';
alter table review_log alter column review drop default;
drop index portfolio_audit_log_entry;
create index review_log_row on review_log (tenant_id, review, row_id);
