-- The stored marks of the exam in the shape of fresh rows, read again from their text; row_id is the id.
create table entry as
select cast(s.id as bigint) as row_id, s.student_number, coalesce(s.student_name, '') as student_name, s.course_name as course_text,
  r.id as roster_id, r.choice_id
from raw_stored_score s left join roster r on r.student_number = s.student_number;

create view mark_cell as
select cast(s.id as bigint) as row_id, k.course_id, 'score' as part, true as has_whole, -1 as column_no, coalesce(s.score_text, '') as text
from raw_stored_score s join course k using (course_name)
union all
select cast(s.id as bigint), k.course_id, 'objective', true, -1, s.objective_score
from raw_stored_score s join course k using (course_name) where s.objective_score is not null
union all
select cast(s.id as bigint), k.course_id, 'subjective', true, -1, s.subjective_score
from raw_stored_score s join course k using (course_name) where s.subjective_score is not null;
