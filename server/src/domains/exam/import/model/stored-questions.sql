-- entry: one row per student and course of the staged files · mark: what is staged, without a sheet.
create table entry as
select row_number() over (order by s.course_id, s.student_number) as row_id, s.student_number, s.course_id, r.id as roster_id
from (select distinct student_number, course_id from stored_mark) s left join roster r using (student_number);

create table mark as
select e.row_id, q.question_id, -1 as column_no, s.student_number, s.course_id, s.paper_code, s.question_no, s.score10, s.answer
from stored_mark s join entry e using (student_number, course_id)
left join question q on q.course_id = s.course_id and q.paper_code = s.paper_code and q.question_no = s.question_no;

create view merged as select row_id, question_id, paper_code, score10 from mark;

-- what is staged is one mark per student and question
create view twice as select student_number, course_id, question_no, 2 as n from mark where false;
