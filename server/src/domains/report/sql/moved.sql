-- 版本变化, before anybody asks for a unit: two versions of one exam's package, the units and courses in which anything moved, with the
-- indicators that did, and of grain `student` whose marks are others, or who is in one version alone.
-- Students are told apart by a digest of their row; marks are compared of those alone whose digests differ.
with new_mark as (
  select student_number, hash(total10, status, *columns('^[cs][0-9]+$')) as mark from read_parquet($package || '/student.parquet')
),
old_mark as (
  select student_number, hash(total10, status, *columns('^[cs][0-9]+$')) as mark from read_parquet($before || '/student.parquet')
),
-- a course more in one of them makes every digest another one: then marks are compared of all
moved as materialized (
  select coalesce(new_mark.student_number, old_mark.student_number) as student_number
  from new_mark full join old_mark using (student_number) where new_mark.mark is distinct from old_mark.mark
),
new_row as materialized (
  select student_number, sid, area_code, school_code, class_code, class_name, [*columns('^c[0-9]+$')] as marks,
    [*columns('^s[0-9]+$')] as statuses, total10, status
  from read_parquet($package || '/student.parquet') where student_number in (from moved)
),
old_row as materialized (
  select student_number, sid, area_code, school_code, class_code, class_name, [*columns('^c[0-9]+$')] as marks,
    [*columns('^s[0-9]+$')] as statuses, total10, status
  from read_parquet($before || '/student.parquet') where student_number in (from moved)
),
-- marks lie in the order of the courses' numbers, which may be others in the other version: names tell them apart
course as (
  select list_distinct(new_names || old_names) as names,
    list_transform(names, lambda name: coalesce(list_position(new_names, name), 0)) as new_at,
    list_transform(names, lambda name: coalesce(list_position(old_names, name), 0)) as old_at
  from (select list(course_name order by course_id) as new_names from read_parquet($package || '/course.parquet') where course_id > 0)
  cross join (select list(course_name order by course_id) as old_names from read_parquet($before || '/course.parquet') where course_id > 0)
),
paper as (
  select n.sid is null as is_gone, coalesce(n.sid, o.sid) as sid, if(is_gone, o.area_code, n.area_code) as area_code,
    if(is_gone, o.school_code, n.school_code) as school_code, if(is_gone, o.class_code, n.class_code) as class_code,
    if(is_gone, o.class_name, n.class_name) as class_name,
    list_zip(names || ['总分'], list_select(n.marks, new_at) || [n.total10], list_select(o.marks, old_at) || [o.total10],
      list_select(n.statuses, new_at) || [n.status], list_select(o.statuses, old_at) || [o.status]) as papers
  from new_row n full join old_row o using (student_number) cross join course
),
-- of each the course, the mark now and the mark before
mover as materialized (
  select * exclude (papers), list_transform(
      list_filter(papers, lambda one: one[2] is distinct from one[3] or one[4] is distinct from one[5]),
      lambda one: {course_name: one[1], score10: one[2], old10: one[3]}) as marks
  from paper where len(marks) > 0
),
moved_place as materialized (
  select mark.course_name as course_name, area_code, school_code, class_code, class_name, count(*) as num
  from (select * exclude (marks), unnest(marks) as mark from mover) group by all
),
touched as (
  select grain, change_key(grain, area_code, school_code, class_code, class_name) as unit_key, course_name, sum(num)::int as moved_num
  from moved_place cross join (select unnest(['all', 'area', 'school', 'class']) as grain) group by all
),
new_unit as (
  select *, change_key(grain, area_code, school_code, class_code, class_name) as unit_key from read_parquet($package || '/quota.parquet')
),
old_unit as (
  select *, change_key(grain, area_code, school_code, class_code, class_name) as unit_key from read_parquet($before || '/quota.parquet')
),
-- the same facts under the same rule give the same measures: nothing is computed of units without another fact
changed as materialized (
  select grain, unit_key, course_name from new_unit n full join old_unit o using (grain, unit_key, course_name)
  where $sdType <> $sdBefore
    or (n.plan_num, n.student_num, n.base_num, n.sum10, n.sumsq100, n.excellent_num,
      n.pass_num, n.low_num, n.max10, n.composite, n.avg_rank, n.composite_rank) is distinct from
      (o.plan_num, o.student_num, o.base_num, o.sum10, o.sumsq100, o.excellent_num,
      o.pass_num, o.low_num, o.max10, o.composite, o.avg_rank, o.composite_rank)
  union
  select grain, unit_key, course_name from touched
),
new_changed as (
  from new_unit semi join changed using (grain, unit_key, course_name)
),
old_changed as (
  from old_unit semi join changed using (grain, unit_key, course_name)
),
new_fact as (
  from measures_of(new_changed, $sdType)
),
old_fact as (
  from measures_of(old_changed, $sdBefore)
),
paired as (
  select grain, unit_key, course_name,
    coalesce(n.course_sort, o.course_sort) as course_sort, n.unit_id is null as is_gone, coalesce(n.unit_id, o.unit_id) as unit_id,
    coalesce(n.area_code, o.area_code) as area_code, coalesce(n.area_name, o.area_name) as area_name,
    coalesce(n.school_code, o.school_code) as school_code, coalesce(n.school_name, o.school_name) as school_name,
    coalesce(n.class_code, o.class_code) as class_code, coalesce(n.class_name, o.class_name) as class_name,
    least(n.student_num, o.student_num) as least_num,
    list_filter([
      move_of(1, o.plan_num, n.plan_num),
      move_of(2, o.student_num, n.student_num),
      move_of(3, o.avg_score, n.avg_score),
      move_of(4, o.std_score, n.std_score),
      move_of(5, o.excellent_rate, n.excellent_rate),
      move_of(6, o.pass_rate, n.pass_rate),
      move_of(7, o.low_rate, n.low_rate),
      move_of(8, o.max_score, n.max_score),
      move_of(9, o.composite_score, n.composite_score),
      move_of(10, o.avg_rank, n.avg_rank),
      move_of(11, o.composite_rank, n.composite_rank)
    ], lambda move: move is not null) as moves
  from new_fact n full join old_fact o using (grain, unit_key, course_name)
),
hit as (
  select *, coalesce(moved_num, 0) as moved
  from paired left join touched using (grain, unit_key, course_name)
  where len(moves) > 0 or moved_num > 0
),
-- questions and papers are of everyone alone
new_question as (
  select stat.*, question_no, paper_code, paper_no, question.full10, course_name, sort as course_sort
  from read_parquet($package || '/question_stat.parquet') stat
  join read_parquet($package || '/question.parquet') question using (question_id)
  join read_parquet($package || '/course.parquet') course on course.course_id = stat.course_id
  where grain = 'all'
),
old_question as (
  select stat.*, question_no, paper_code, paper_no, question.full10, course_name, sort as course_sort
  from read_parquet($before || '/question_stat.parquet') stat
  join read_parquet($before || '/question.parquet') question using (question_id)
  join read_parquet($before || '/course.parquet') course on course.course_id = stat.course_id
  where grain = 'all'
),
new_quality as (
  select paper.*, course_name, sort as course_sort
  from read_parquet($package || '/paper_quality.parquet') paper join read_parquet($package || '/course.parquet') course using (course_id)
),
old_quality as (
  select paper.*, course_name, sort as course_sort
  from read_parquet($before || '/paper_quality.parquet') paper join read_parquet($before || '/course.parquet') course using (course_id)
),
asked as (
  select coalesce(n.course_name, o.course_name) as course_name, coalesce(n.course_sort, o.course_sort) as course_sort,
    coalesce(n.paper_no, o.paper_no) as paper_no, coalesce(n.question_id, o.question_id) as question_id,
    question_title(coalesce(n.paper_code, o.paper_code), coalesce(n.question_no, o.question_no)) as question_no,
    least(n.student_num, o.student_num) as least_num,
    list_filter([
      move_of(12, percent(o.sum10, o.student_num * o.full10::bigint),
        percent(n.sum10, n.student_num * n.full10::bigint)),
      move_of(13, ratio2(o.sum10, o.student_num * o.full10::bigint),
        ratio2(n.sum10, n.student_num * n.full10::bigint)),
      move_of(14, half_up(o.discrimination, 2), half_up(n.discrimination, 2))
    ], lambda move: move is not null) as moves
  from new_question n full join old_question o
    on n.course_name = o.course_name and n.paper_code = o.paper_code and n.question_no = o.question_no
  union all
  select coalesce(n.course_name, o.course_name), coalesce(n.course_sort, o.course_sort), coalesce(n.paper_no, o.paper_no), 0,
    question_title(coalesce(n.paper_code, o.paper_code), '整卷'), least(n.student_num, o.student_num),
    list_filter([
      move_of(13, ratio2(o.sum10, o.student_num::bigint * o.full10),
        ratio2(n.sum10, n.student_num::bigint * n.full10)),
      move_of(14, half_up(o.discrimination, 2), half_up(n.discrimination, 2)),
      move_of(15, half_up(o.alpha, 2), half_up(n.alpha, 2)),
      move_of(16, half_up(o.sem, 2), half_up(n.sem, 2))
    ], lambda move: move is not null)
  from new_quality n full join old_quality o on n.course_name = o.course_name and n.paper_code = o.paper_code
),
row as (
  select grain, area_code, area_name, school_code, school_name, class_code, class_name, course_name, null::varchar as question_no,
    least_num, moved as moved_num, moves, is_gone, unit_id, unit_key, course_sort, 0 as paper_no, 0 as question_id,
    null::int as sid, null as marks
  from hit
  union all
  select 'all', null, null, null, null, null, null, course_name, question_no, least_num, null, moves, false, 0, '', course_sort, paper_no, question_id,
    null, null
  from asked where len(moves) > 0
  union all
  select 'student', area_code, null, school_code, null, null, null, null, null, null, null, null, is_gone, null, null, null, null, null, sid, marks
  from mover
)
from row order by grain, area_code, school_code, unit_id, course_sort, sid
