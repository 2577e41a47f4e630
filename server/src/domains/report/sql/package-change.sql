-- 版本变化: two versions of one exam's package, the units and courses in which anything moved; cells: one per indicator that moved.
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
  from read_parquet($package || '/student.parquet') where student_number in (from moved)
),
old_row as materialized (
  from read_parquet($before || '/student.parquet') where student_number in (from moved)
),
new_paper as (
  select student_number, course_name, papers.score10, papers.status from papers_of(new_row, $package) papers join new_row using (sid)
  union all select student_number, '总分', total10, status from new_row
),
old_paper as (
  select student_number, course_name, papers.score10, papers.status from papers_of(old_row, $before) papers join old_row using (sid)
  union all select student_number, '总分', total10, status from old_row
),
moved_paper as (
  select coalesce(n.student_number, o.student_number) as student_number, coalesce(n.course_name, o.course_name) as course_name
  from new_paper n full join old_paper o on n.student_number = o.student_number and n.course_name = o.course_name
  where n.score10 is distinct from o.score10 or n.status is distinct from o.status
),
place as (
  select student_number, area_code, school_code, coalesce(class_code, class_name) as class_key from new_row
  union all
  select student_number, area_code, school_code, coalesce(class_code, class_name) from old_row
  where student_number not in (select student_number from new_row)
),
touched as (
  select course_name, case $grain when 'class' then school_code || ' ' || class_key when 'school' then school_code when 'area' then area_code
      else '' end as unit_key, count(*)::int as moved_num
  from moved_paper join place using (student_number) group by all
),
new_unit as (
  select *, change_key(grain, area_code, school_code, class_code, class_name) as unit_key
  from units_in($package, $grain, $areaScope, $schoolScope, $classScope, null)
  where $courseName is null or course_name = $courseName
),
old_unit as (
  select *, change_key(grain, area_code, school_code, class_code, class_name) as unit_key
  from units_in($before, $grain, $areaScope, $schoolScope, $classScope, null)
  where $courseName is null or course_name = $courseName
),
-- the same facts under the same rule give the same measures: nothing is computed of units without another fact
changed as materialized (
  select unit_key, course_name from new_unit n full join old_unit o using (unit_key, course_name)
  where $sdType <> $sdBefore
    or (n.plan_num, n.student_num, n.base_num, n.sum10, n.sumsq100, n.excellent_num,
      n.pass_num, n.low_num, n.max10, n.composite, n.avg_rank, n.composite_rank) is distinct from
      (o.plan_num, o.student_num, o.base_num, o.sum10, o.sumsq100, o.excellent_num,
      o.pass_num, o.low_num, o.max10, o.composite, o.avg_rank, o.composite_rank)
  union
  select unit_key, course_name from touched
),
new_changed as (
  from new_unit semi join changed using (unit_key, course_name)
),
old_changed as (
  from old_unit semi join changed using (unit_key, course_name)
),
new_fact as (
  from measures_of(new_changed, $sdType)
),
old_fact as (
  from measures_of(old_changed, $sdBefore)
),
paired as (
  select coalesce(n.unit_key, o.unit_key) as unit_key, coalesce(n.course_name, o.course_name) as course_name,
    coalesce(n.course_sort, o.course_sort) as course_sort, n is null as is_gone, coalesce(n.unit_id, o.unit_id) as unit_id,
    coalesce(n.area_code, o.area_code) as area_code, coalesce(n.area_name, o.area_name) as area_name,
    coalesce(n.school_code, o.school_code) as school_code, coalesce(n.school_name, o.school_name) as school_name,
    coalesce(n.class_code, o.class_code) as class_code, coalesce(n.class_name, o.class_name) as class_name,
    least(n.student_num, o.student_num) as least_num,
    list_filter([
      count_change('planNum', '应考', 1, least(n.student_num, o.student_num), o.plan_num, n.plan_num),
      count_change('studentNum', '实考', 2, least(n.student_num, o.student_num), o.student_num, n.student_num),
      mark_change('avgScore', '平均分', 3, least(n.student_num, o.student_num), o.avg_score, n.avg_score),
      mark_change('stdScore', '标准差', 4, least(n.student_num, o.student_num), o.std_score, n.std_score),
      share_change('excellentRate', '优秀率', 5, least(n.student_num, o.student_num), o.excellent_rate, n.excellent_rate),
      share_change('passRate', '及格率', 6, least(n.student_num, o.student_num), o.pass_rate, n.pass_rate),
      share_change('lowRate', '低分率', 7, least(n.student_num, o.student_num), o.low_rate, n.low_rate),
      mark_change('maxScore', '最高分', 8, least(n.student_num, o.student_num), o.max_score, n.max_score),
      mark_change('compositeScore', '综合值', 9, least(n.student_num, o.student_num), o.composite_score, n.composite_score),
      count_change('avgRank', '名次', 10, least(n.student_num, o.student_num), o.avg_rank, n.avg_rank),
      count_change('compositeRank', '综合名次', 11, least(n.student_num, o.student_num), o.composite_rank, n.composite_rank)
    ], lambda cell: cell is not null) as cells
  from new_fact n full join old_fact o on n.unit_key = o.unit_key and n.course_name = o.course_name
),
hit as (
  select *, coalesce(moved_num, 0) as moved
  from paired left join touched using (unit_key, course_name)
  where len(cells) > 0 or moved_num > 0
),
-- questions and papers are of everyone alone
new_question as (
  select stat.*, question_no, paper_code, paper_no, question.full10, course_name, sort as course_sort
  from read_parquet($package || '/question_stat.parquet') stat
  join read_parquet($package || '/question.parquet') question using (question_id)
  join read_parquet($package || '/course.parquet') course on course.course_id = stat.course_id
  where grain = 'all' and $grain = 'all' and ($courseName is null or course_name = $courseName)
),
old_question as (
  select stat.*, question_no, paper_code, paper_no, question.full10, course_name, sort as course_sort
  from read_parquet($before || '/question_stat.parquet') stat
  join read_parquet($before || '/question.parquet') question using (question_id)
  join read_parquet($before || '/course.parquet') course on course.course_id = stat.course_id
  where grain = 'all' and $grain = 'all' and ($courseName is null or course_name = $courseName)
),
new_quality as (
  select paper.*, course_name, sort as course_sort
  from read_parquet($package || '/paper_quality.parquet') paper join read_parquet($package || '/course.parquet') course using (course_id)
  where $grain = 'all' and ($courseName is null or course_name = $courseName)
),
old_quality as (
  select paper.*, course_name, sort as course_sort
  from read_parquet($before || '/paper_quality.parquet') paper join read_parquet($before || '/course.parquet') course using (course_id)
  where $grain = 'all' and ($courseName is null or course_name = $courseName)
),
asked as (
  select coalesce(n.course_name, o.course_name) as course_name, coalesce(n.course_sort, o.course_sort) as course_sort,
    coalesce(n.paper_no, o.paper_no) as paper_no, coalesce(n.question_id, o.question_id) as question_id,
    question_title(coalesce(n.paper_code, o.paper_code), coalesce(n.question_no, o.question_no)) as question_no,
    least(n.student_num, o.student_num) as least_num,
    list_filter([
      share_change('scoreRate', '得分率', 12, least(n.student_num, o.student_num), percent(o.sum10, o.student_num * o.full10::bigint),
        percent(n.sum10, n.student_num * n.full10::bigint)),
      mark_change('difficulty', '难度', 13, least(n.student_num, o.student_num), ratio2(o.sum10, o.student_num * o.full10::bigint),
        ratio2(n.sum10, n.student_num * n.full10::bigint)),
      mark_change('discrimination', '区分度', 14, least(n.student_num, o.student_num), half_up(o.discrimination, 2), half_up(n.discrimination, 2))
    ], lambda cell: cell is not null) as cells
  from new_question n full join old_question o
    on n.course_name = o.course_name and n.paper_code = o.paper_code and n.question_no = o.question_no
  union all
  select coalesce(n.course_name, o.course_name), coalesce(n.course_sort, o.course_sort), coalesce(n.paper_no, o.paper_no), 0,
    question_title(coalesce(n.paper_code, o.paper_code), '整卷'), least(n.student_num, o.student_num),
    list_filter([
      mark_change('difficulty', '难度', 13, least(n.student_num, o.student_num), ratio2(o.sum10, o.student_num::bigint * o.full10),
        ratio2(n.sum10, n.student_num::bigint * n.full10)),
      mark_change('discrimination', '区分度', 14, least(n.student_num, o.student_num), half_up(o.discrimination, 2), half_up(n.discrimination, 2)),
      mark_change('alpha', '信度', 15, least(n.student_num, o.student_num), half_up(o.alpha, 2), half_up(n.alpha, 2)),
      mark_change('sem', '测量标准误', 16, least(n.student_num, o.student_num), half_up(o.sem, 2), half_up(n.sem, 2))
    ], lambda cell: cell is not null)
  from new_quality n full join old_quality o on n.course_name = o.course_name and n.paper_code = o.paper_code
),
listed as (
  select area_code, area_name, school_code, school_name, class_code, class_name, course_name, null::varchar as question_no,
    least_num, moved as moved_num, cells, is_gone, unit_id, unit_key, course_sort, 0 as paper_no, 0 as question_id
  from hit
  union all
  select null, null, null, null, null, null, course_name, question_no, least_num, null, cells, false, 0, '', course_sort, paper_no, question_id
  from asked where len(cells) > 0
)
-- rows
select area_code, area_name, school_code, school_name, class_code, class_name, course_name, question_no, least_num as student_num, moved_num,
  to_json(cells) as cells, count(*) over () as rows_total
from listed order by is_gone, unit_id, unit_key, question_no is not null, course_sort, paper_no, question_id limit $size offset $skip
