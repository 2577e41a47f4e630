-- one row per counted student with a total: its place among those of the same total (F12): by 语文 and 数学 together, by the better
-- of the two, by 外语, by the first choice, by the better of the two others, by the last; who is equal in all of them shares a place
select sid, rank() over (partition by c0 order by {{seq_order}})::int as seq_place
from student
where is_counted and c0 is not null
