-- Who has the name of another in the class, and why they are different people where someone has said so.
create table same_name as
with doubled as (
  select student_name, count(*) as n, list_sort(list_distinct(list(student_number))) as numbers, list(row_id) as row_ids
  from student where school_code is not null and class_key <> '' and student_name <> ''
  group by school_code, class_key, student_name having count(*) > 1
), judged as (
  select d.student_name, d.n, d.numbers, d.row_ids, any_value(c.reason) as reason
  from doubled d
  left join (select from_json(student_numbers, '["VARCHAR"]') as numbers, reason from raw_same_name) c
    on len(d.numbers) = d.n and list_has_all(c.numbers, d.numbers)
  group by all
)
select unnest(row_ids) as row_id, student_name, n, numbers, reason from judged;
