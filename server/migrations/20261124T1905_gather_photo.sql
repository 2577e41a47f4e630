-- gather: the photo of a collected student, and how many have none

alter table gather_student add column photo_url varchar(500);
drop view if exists gather_student_rows;
create view gather_student_rows as select id, tenant_id, gather_task_id, student_name, student_code, area_code, school_code, grade_code, class_code, class_name, gather_status, gender, birthday, id_card, nation, student_no, arts_science, course_combination, phone, guardian_name, guardian_phone, relation, photo_url, prefilled_num, submit_time, audit1_user, audit1_time, audit1_msg, audit2_user, audit2_time, audit2_msg, reject_reason, collate_user, collate_time, create_user, create_dept, create_time, update_user, update_time, status, is_deleted from gather_student where tenant_id = current_setting('app.tenant', true);
grant select on gather_student_rows to exam_app;

alter table gather_analysis add column miss_photo_num integer not null default 0;
alter table gather_analysis alter column miss_photo_num drop default;

-- Tenants that have the dictionary already get the new entry.
insert into dict_biz (id, tenant_id, parent_id, code, dict_key, dict_value, sort, is_sealed)
select (extract(epoch from clock_timestamp()) * 1000)::bigint * 1000 + row_number() over (), p.tenant_id, p.id, p.code, 'photoUrl', '照片', 22, 0
from dict_biz p
where p.code = 'gather_field' and p.dict_key = '-1' and p.is_deleted = 0
  and not exists (select 1 from dict_biz d where d.tenant_id = p.tenant_id and d.code = p.code and d.dict_key = 'photoUrl' and d.is_deleted = 0);
