-- Every mark of the frozen list, and 缺考 for each chosen course without one. A course that was not chosen and has no mark gets no row.
-- $1 tenant, $2 exam
with letter (course_name, letter) as (
  values ('物理', '物'), ('历史', '历'), ('化学', '化'), ('生物', '生'), ('政治', '政'), ('思想政治', '政'), ('地理', '地'), ('技术', '技')
), mark as (
  select s.sid, k.course_id, i.score_status, i.score, i.objective_score, i.subjective_score
  from exam_score_student_course_import i
  join exam_score_student s on s.exam_id = i.exam_id and s.student_number = i.student_number
  join exam_course k on k.exam_id = i.exam_id and k.course_name = i.course_name
  where i.exam_id = $2 and i.is_deleted = 0
), missing as (
  select s.sid, k.course_id
  from exam_score_student s
  join exam_student_import i on i.exam_id = s.exam_id and i.student_number = s.student_number and i.is_deleted = 0
  join exam_info e on e.id = s.exam_id
  join exam_course k on k.exam_id = s.exam_id
  left join letter l on l.course_name = k.course_name
  where s.exam_id = $2
    and case
      when jsonb_typeof(i.take_courses) = 'array' then i.take_courses ? k.course_name
      when l.letter is null then true
      when coalesce(i.course_combination, '') <> '' then strpos(i.course_combination, l.letter) > 0
      when e.exam_mode <> '2' or coalesce(i.arts_science, '') in ('', '0') then true
      else strpos(case i.arts_science when '1' then '历政地' else '物化生' end, l.letter) > 0 end
    and not exists (select 1 from mark m where m.sid = s.sid and m.course_id = k.course_id)
)
insert into exam_score_student_course as f (tenant_id, exam_id, sid, course_id, score_status, score, objective_score, subjective_score)
select $1, $2, sid, course_id, coalesce(score_status, 1), score, objective_score, subjective_score from mark
union all
select $1, $2, sid, course_id, 1, null, null, null from missing
on conflict (exam_id, sid, course_id) do update set score_status = excluded.score_status, score = excluded.score,
  objective_score = excluded.objective_score, subjective_score = excluded.subjective_score
where (f.score_status, f.score, f.objective_score, f.subjective_score)
  is distinct from (excluded.score_status, excluded.score, excluded.objective_score, excluded.subjective_score)
