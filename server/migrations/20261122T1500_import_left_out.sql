-- What an upload leaves out is named and counted: rows, sheets and files.
alter table exam_import_batch add column left_out jsonb not null default '[]';
alter table exam_import_file add column left_out varchar(12);
-- The user's word on a row: `in` it is imported, `out` it is not, and why.
alter table exam_import_row add column choice varchar(4);
alter table exam_import_row add column note varchar(200);
alter table exam_import_fault alter column code type varchar(12);
