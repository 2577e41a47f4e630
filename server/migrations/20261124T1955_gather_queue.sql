-- The queues of audits and collation, first come first served: of a million rows those that wait are found in their order.
create index gather_student_queue on gather_student (tenant_id, gather_status, submit_time, gather_task_id, school_code, class_code, student_code, id) where is_deleted = 0;
