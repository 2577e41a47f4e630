-- one row per area, school and class that takes part, with its composite rank in the exam before
select unit.*, rank_prev
from unit
left join unit_before on unit_before.grain = unit.grain and unit_before.code =
  case unit.grain when 'area' then unit.area_code when 'school' then unit.school_code else unit.class_code end
order by unit.grain, unit_id
