-- one row per student and paper whose objective or subjective marks are archived beside the score, in tenths
select sid, course_id, (objective_score * 10)::int as objective10, (subjective_score * 10)::int as subjective10
from paper_part
order by sid, course_id
