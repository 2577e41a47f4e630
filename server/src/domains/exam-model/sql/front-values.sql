-- one row per unit: how many of its students are among the first N of all (F39)
select unit_id as "unitId", sum(num)::int as num
from read_parquet($package || '/{{grain}}_front.parquet')
where course_id = $courseId and rank <= $n
group by unit_id
