-- The stored marks of the exam in the shape of fresh rows, read again from their text; row_id is the id.
create table entry as
select cast(id as bigint) as row_id, student_number, coalesce(student_name, '') as student_name, course_name as course_text
from raw_score;

create table mark_text_of as
select cast(id as bigint) as row_id, course_name, 'score' as part, coalesce(score_text, '') as text, course_name as target from raw_score
union all
select cast(id as bigint), course_name, 'objective', objective_score, course_name from raw_score where objective_score is not null
union all
select cast(id as bigint), course_name, 'subjective', subjective_score, course_name from raw_score where subjective_score is not null;
