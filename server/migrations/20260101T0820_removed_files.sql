-- Removed files are kept as long as other removed rows, then they go with their bytes.
alter table file_object add column delete_time timestamptz;
update file_object set delete_time = now() where is_deleted = 1;
create index file_object_removed on file_object (tenant_id, delete_time) where is_deleted = 1;
