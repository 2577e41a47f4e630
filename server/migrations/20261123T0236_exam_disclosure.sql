-- What an exam tells whom; without a value the default of its stage holds.
alter table exam_info add column disclosure_json jsonb;
