-- S-P 表: the students of a class with a mark of the course by what they got, the questions by what the class got; caution indices (F51) from the marks themselves.
with question as (
  from questions_of($package, $courseId, $paperCode, null)
),
seen as not materialized (
  from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope)
),
student as (
  select sid, file_row_number as place, student_number, student_code, student_name,
    area_code, area_name, school_code, school_name, class_code, class_name
  from with_course(seen, $courseId) where score10 is not null
),
mark as (
  select sid, question_id, question_no, full10, score10, score10 / full10 as share
  from read_parquet($package || '/question_score_*.parquet') score
  join question using (course_id, paper_code, question_no)
  join (select sid from student) using (sid)
  where score.course_id = $courseId and score10 is not null
),
weighed as (
  select *, sum(score10) over (partition by sid) as total10, sum(share) over (partition by question_id) as got
  from mark
),
of_student as (
  select sid, sum(score10)::bigint as total10, sum(full10)::bigint as full10,
    caution_index(list(share), list(got)) as caution
  from weighed group by sid
),
of_question as (
  select question_id, any_value(question_no) as question_no, sum(score10)::bigint as sum10, sum(full10)::bigint as full10,
    caution_index(list(share), list(total10::double)) as caution,
    row_number() over (order by ratio_key(sum(score10), sum(full10)) desc, question_id) as question_place
  from weighed group by question_id
)
-- rows
, gathered as (
  select sid, to_json(list({
    key: 'q' || question_id, title: mark.question_no, sort: question_place, score: marks(score10)
  })) as cells
  from mark join of_question using (question_id) group by sid
)
select student_number, student_code, student_name, area_code, area_name, school_code, school_name, class_code, class_name,
  marks(total10) as total_score, percent(total10, full10) as score_rate,
  half_up(caution, 2) as caution, if(caution >= 0.5 and total10 * 10 < full10 * 9, '得失分异常', null) as caution_word, cells, count(*) over () as rows_total
from of_student join student using (sid) join gathered using (sid)
order by total10 desc, place
limit $size offset $skip
-- totals
select line_name as student_name, to_json(list({
    key: 'q' || question_id, title: question_no, sort: question_place,
    score: if(line_no = 1, percent(sum10, full10), half_up(caution, 2))
  })) as cells
from of_question cross join (values (1, '得分率(%)'), (2, '警示系数')) line(line_no, line_name)
group by line_no, line_name
order by line_no
