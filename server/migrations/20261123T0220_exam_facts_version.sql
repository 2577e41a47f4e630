-- Archived facts have a version of their own: a change of rule, lines or schools leaves what follows from the facts alone.
alter table exam_info add column facts_version integer default 0;
update exam_info set facts_version = data_version;
