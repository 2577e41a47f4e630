-- Numbers beside rows: what a change adds to a count or takes from it is written by the statement that makes the change, as
-- a line of its own, so that nobody waits for a number and none is ever wrong; lines are folded into one by the clock.

-- Keeps `goal` (tenant_id, keys, sums, is_folded) beside the rows of `source`, and counts those that are there.
-- `keys` and `sums` are the columns of the goal, `key_values` and `sum_values` what they are of a row, `counts` which rows count.
create function keep_counts(source text, goal text, keys text, key_values text, sums text, sum_values text, counts text)
returns void language plpgsql as $body$
declare
  line text := format('select %%s as sign, tenant_id, %s, %s from %%s where %s', key_values, sum_values, counts);
  named text := format('d(sign, tenant_id, %s, %s)', keys, sums);
  added text := regexp_replace(sums, '(\w+)', 'sum(sign * \1)', 'g');
  fill text := format('insert into %I (tenant_id, %s, %s) select tenant_id, %s, %s from (%%s) %s
    group by tenant_id, %s having (%s) <> (%s)', goal, keys, sums, keys, added, named, keys,
    'true, ' || added, 'true, ' || regexp_replace(sums, '\w+', '0', 'g'));
  old_lines text := format(line, -1, 'old_rows');
  new_lines text := format(line, 1, 'new_rows');
begin
  execute format('create function %I() returns trigger language plpgsql as $f$ begin
    if tg_op = ''INSERT'' then %s;
    elsif tg_op = ''DELETE'' then %s;
    else %s; end if;
    return null; end $f$', 'count_' || goal, format(fill, new_lines), format(fill, old_lines),
    format(fill, old_lines || ' union all ' || new_lines));
  execute format('create trigger %I after insert on %I referencing new table as new_rows
    for each statement execute function %I()', goal || '_added', source, 'count_' || goal);
  execute format('create trigger %I after update on %I referencing old table as old_rows new table as new_rows
    for each statement execute function %I()', goal || '_changed', source, 'count_' || goal);
  execute format('create trigger %I after delete on %I referencing old table as old_rows
    for each statement execute function %I()', goal || '_removed', source, 'count_' || goal);
  execute format(fill, format(line, 1, source));
end $body$;
revoke execute on function keep_counts from public;

-- 在籍学生数：各校各年级，各班
create table basic_student_count (
  tenant_id varchar(12) not null,
  area_code varchar(64) not null,
  school_code varchar(64) not null,
  grade_code varchar(64) not null,
  num integer not null,
  is_folded smallint not null default 0
);
create table basic_class_count (
  tenant_id varchar(12) not null,
  area_code varchar(64) not null,
  school_code varchar(64) not null,
  grade_code varchar(64) not null,
  class_code varchar(40) not null,
  class_name varchar(40) not null,
  num integer not null,
  is_folded smallint not null default 0
);
create index basic_class_count_school on basic_class_count (school_code);

-- 采集进度：各校各年级各状态，各班各状态
create table gather_student_count (
  tenant_id varchar(12) not null,
  gather_task_id bigint not null,
  area_code varchar(64) not null,
  school_code varchar(64) not null,
  grade_code varchar(64) not null,
  gather_status integer not null,
  num integer not null,
  prefilled_num integer not null,
  is_folded smallint not null default 0
);
create index gather_student_count_task on gather_student_count (gather_task_id);
create table gather_class_count (
  tenant_id varchar(12) not null,
  gather_task_id bigint not null,
  area_code varchar(64) not null,
  school_code varchar(64) not null,
  grade_code varchar(64) not null,
  class_code varchar(40) not null,
  class_name varchar(40) not null,
  gather_status integer not null,
  num integer not null,
  prefilled_num integer not null,
  is_folded smallint not null default 0
);
create index gather_class_count_school on gather_class_count (gather_task_id, school_code);
create table gather_high_exam_count (
  tenant_id varchar(12) not null,
  gather_task_id bigint not null,
  area_code varchar(64) not null,
  school_code varchar(64) not null,
  class_code varchar(64) not null,
  class_name varchar(40) not null,
  audit_status integer not null,
  art_type varchar(64) not null,
  art_audit_status integer not null,
  archive_status integer not null,
  num integer not null,
  is_folded smallint not null default 0
);
create index gather_high_exam_count_task on gather_high_exam_count (gather_task_id, school_code);

do $$
declare
  goal text;
begin
  foreach goal in array array['basic_student_count', 'basic_class_count', 'gather_student_count', 'gather_class_count',
    'gather_high_exam_count'] loop
    execute format('create index %I on %I (tenant_id) where is_folded = 0', goal || '_fresh', goal);
    execute format('alter table %I enable row level security', goal);
    execute format('alter table %I force row level security', goal);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true))', goal);
    execute format('grant select, insert, update, delete on %I to exam_app', goal);
  end loop;
end $$;

select keep_counts('basic_student', 'basic_student_count', 'area_code, school_code, grade_code',
  $$coalesce(area_code, ''), coalesce(school_code, ''), coalesce(grade_code, '')$$, 'num', '1',
  $$is_deleted = 0 and is_sealed is distinct from 1 and coalesce(enrol_status, '1') = '1'$$);
select keep_counts('basic_student', 'basic_class_count', 'area_code, school_code, grade_code, class_code, class_name',
  $$coalesce(area_code, ''), coalesce(school_code, ''), coalesce(grade_code, ''), coalesce(class_code, ''),
    coalesce(class_name, '')$$, 'num', '1',
  $$is_deleted = 0 and is_sealed is distinct from 1 and coalesce(enrol_status, '1') = '1'$$);
select keep_counts('gather_student', 'gather_student_count', 'gather_task_id, area_code, school_code, grade_code, gather_status',
  $$gather_task_id, coalesce(area_code, ''), school_code, grade_code, coalesce(gather_status, 0)$$,
  'num, prefilled_num', '1, coalesce(prefilled_num, 0)', 'is_deleted = 0');
select keep_counts('gather_student', 'gather_class_count',
  'gather_task_id, area_code, school_code, grade_code, class_code, class_name, gather_status',
  $$gather_task_id, coalesce(area_code, ''), school_code, grade_code, coalesce(class_code, ''), coalesce(class_name, ''),
    coalesce(gather_status, 0)$$,
  'num, prefilled_num', '1, coalesce(prefilled_num, 0)', 'is_deleted = 0');
select keep_counts('gather_high_exam_score', 'gather_high_exam_count',
  'gather_task_id, area_code, school_code, class_code, class_name, audit_status, art_type, art_audit_status, archive_status',
  $$gather_task_id, coalesce(area_code, ''), school_code, coalesce(class_code, ''), coalesce(class_name, ''),
    coalesce(audit_status, 0), coalesce(art_type, ''), coalesce(art_audit_status, 0), coalesce(archive_status, 0)$$,
  'num', '1', 'is_deleted = 0');
