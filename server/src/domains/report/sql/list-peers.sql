-- The units a place is taken among, or those a unit consists of, as far as they are in sight, in the order of the bureau; beside each what
-- its place is by, else its mean.
with peer as (
  select *, {'avgRank': avg_rank, 'avgRankInArea': avg_rank_in_area, 'avgRankInSchool': avg_rank_in_school,
    'excellentRank': excellent_rank, 'passRank': pass_rank, 'lowRank': low_rank, 'compositeRank': composite_rank}[$place] as place
  from units_in($package, $unitGrain, $areaScope, $schoolScope, $classScope, $schoolGroup)
  where course_id = coalesce($courseId, 0) and student_num > 0
)
-- rows
select area_code, school_code, class_code, area_name, school_name, class_name, student_num,
  case $place
    when 'excellentRank' then percent(excellent_num, base_num)
    when 'passRank' then percent(pass_num, base_num)
    when 'lowRank' then percent(low_num, base_num)
    when 'compositeRank' then half_up(composite, 2)
    else score_mean(sum10, student_num)
  end::double as score, place::int as rank, count(*) over () as rows_total
from peer order by unit_id limit $size offset $skip
