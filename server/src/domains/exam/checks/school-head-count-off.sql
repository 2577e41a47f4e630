-- S09: the school sends over 10 % more or fewer than its registered base number, or than to the last exam where none is registered.
with sent as (
  select school_code, min(row_id) as row_id, count(*) as num from student group by school_code
), held as (
  select s.row_id, s.num, b.num is not null as is_base, coalesce(b.num, cast(l.num as integer)) as usual
  from sent s
  left join (select school_code, cast(student_base_num as integer) as num from raw_base_num where cast(student_base_num as integer) > 0) b
    using (school_code)
  left join raw_last_num l using (school_code)
)
select row_id, 'schoolText' as target,
  '该校报名 ' || num || ' 人，' || case when is_base then '学生基数 ' else '上次考试 ' end || usual || ' 人，相差超过 10%' as text
from held where abs(num - usual) * 10 > usual
