-- When each scheduled task was last taken on: of several processes one runs it.
alter table standing_work rename to scheduled_task;
alter index standing_work_pkey rename to scheduled_task_pkey;
