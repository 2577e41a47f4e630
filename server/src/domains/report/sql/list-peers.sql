-- The units a place is taken among, as far as they are in sight, in the order of the bureau.
with peer as (
  select *, {'avgRank': avg_rank, 'avgRankInArea': avg_rank_in_area, 'avgRankInSchool': avg_rank_in_school,
    'excellentRank': excellent_rank, 'passRank': pass_rank, 'lowRank': low_rank, 'compositeRank': composite_rank}[$place] as place
  from units_in($package, $unitGrain, $areaScope, $schoolScope, $classScope, null)
  where course_id = coalesce($courseId, 0)
)
-- rows
select area_code, school_code, class_code, area_name, school_name, class_name, student_num,
  score_mean(sum10, student_num)::double as score, place::int as rank, count(*) over () as rows_total
from peer order by unit_id limit $size offset $skip
