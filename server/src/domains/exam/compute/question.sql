-- one row per question that carries marks, in the order of the papers, in the words of the time
from blueprint order by question_id
