-- How a process came out: approved, refused, withdrawn or terminated; nothing while it goes on.
alter table wf_instance add column outcome varchar(16);
