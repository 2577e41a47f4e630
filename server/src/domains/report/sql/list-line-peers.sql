-- The units whose shares at one line a place is taken among, as far as they are in sight, in the order of the bureau.
with peer as (
  from read_parquet($package || '/line_stat.parquet')
  where grain = $unitGrain and line_no = $lineNo and course_id = 0 and online_rank is not null
    and is_within($areaScope, area_code) and ($unitGrain = 'area' or is_within($schoolScope, school_code))
    and ($unitGrain <> 'class' or is_within($classScope, class_code))
)
-- rows
select area_code, school_code, class_code, area_name, school_name, class_name, student_num,
  percent(online_num, base_num)::double as score, online_rank::int as rank, count(*) over () as rows_total
from peer order by unit_id limit $size offset $skip
