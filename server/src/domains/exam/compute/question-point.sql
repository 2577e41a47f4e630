-- one row per question and knowledge point, with the point's share of the question in ten-thousandths
from blueprint_point order by question_id, point_no
