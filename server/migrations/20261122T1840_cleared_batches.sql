-- Whether archiving has cleared the uploaded rows of a batch: it can then neither be changed nor undone.
alter table exam_import_batch add column is_cleared smallint not null default 0;
update exam_import_batch b set is_cleared = 1 from exam_info e where e.id = b.exam_id and e.exam_status >= 3;
