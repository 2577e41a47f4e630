-- A batch may keep only what its workbooks name; `gone` is what it would take away, as the last check saw it.
alter table exam_import_batch add column is_exact smallint not null default 0;
alter table exam_import_batch add column gone jsonb;
