-- The classes made for the rows of a batch; its undo takes them away.
alter table exam_import_batch add column made_classes jsonb not null default '[]';
