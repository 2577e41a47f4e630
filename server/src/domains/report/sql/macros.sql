-- What the reports share, loaded once per database: the units and students somebody may see, their measures, their courses.
-- Scopes are lists of codes, null where nothing limits them; a grain is cut by the scopes of its own level and those above it.

create or replace macro is_within(codes, code) as codes is null or list_contains(codes, code);

-- Whether a unit of a grain is in scope.
create or replace macro is_in_scope(of_grain, areas, schools, classes, area, school, class) as
  (of_grain = 'all' or is_within(areas, area))
  and (of_grain not in ('school', 'class') or is_within(schools, school))
  and (of_grain <> 'class' or is_within(classes, class));

-- Facts of the units of one grain in scope: columns of quota.parquet, and the unit's own code and name.
create or replace macro units_in(package, of_grain, areas, schools, classes, of_group) as table
  select *,
    case of_grain when 'class' then class_code when 'school' then school_code when 'area' then area_code end as unit_code,
    case of_grain when 'class' then class_name when 'school' then school_name when 'area' then area_name end as unit_name
  from read_parquet(package || '/quota.parquet')
  where grain = of_grain and is_in_scope(of_grain, areas, schools, classes, area_code, school_code, class_code)
    and (of_grain not in ('school', 'class') or of_group is null or school_group = of_group);

-- Facts of what the units of a grain are compared with, named 本校, 县区, 联考; total_no is their order.
create or replace macro units_above(package, of_grain, areas, schools) as table
  select * replace (
      if(grain = 'all', '联考', area_name) as area_name,
      if(grain = 'area', '县区', school_name) as school_name,
      if(grain = 'school', '本校', null) as class_name
    ),
    grain as unit_grain,
    case grain when 'school' then 1 when 'area' then 2 else 3 end as total_no
  from read_parquet(package || '/quota.parquet')
  where grain = 'all' and of_grain <> 'all'
    or grain = 'area' and of_grain in ('school', 'class') and list_contains(areas, area_code)
    or grain = 'school' and of_grain = 'class' and list_contains(schools, school_code);

-- Facts of units with what is computed from them, in marks and percent.
create or replace macro measures_of(facts, sd_type) as table
  select * replace (half_up(q1 / 10, 2) as q1, half_up(q3 / 10, 2) as q3),
    marks(full10) as exam_score,
    plan_num - student_num - absent_num as other_num,
    score_mean(sum10, student_num) as avg_score,
    score_mean(sum10::hugeint * above_num - above_sum10 * student_num, student_num::bigint * above_num) as diff_avg,
    percent(sum10::hugeint * above_num - above_sum10 * student_num, student_num * above_sum10) as over_avg_rate,
    percent(excellent_num, base_num) as excellent_rate,
    percent(pass_num, base_num) as pass_rate,
    percent(low_num, base_num) as low_rate,
    if(course_id = 0, percent(all_pass_num, base_num), null) as all_pass_rate,
    half_up(composite, 2) as composite_score,
    marks(max10) as max_score, marks(min10) as min_score,
    half_up(median / 10, 2) as median_score,
    score_sd(sum10, sumsq100, student_num, sd_type) as std_score,
    percent(sum10, student_num::bigint * full10) as score_rate
  from query_table(facts);

-- A cell per course beside the total of a unit. Cells leave as one JSON text per row with the names of the wire: reading
-- single values out of nested lists would cost more than the statement itself, and so would sorting them in every row.
create or replace macro course_cell(course_id, course_name, course_sort, student_num, sum10, rank) as {
  key: 'c' || course_id, title: course_name, sort: course_sort, studentNum: student_num,
  avgScore: score_mean(sum10, student_num), avgRank: rank
};

-- Students in scope with their place in the file. The search for single ones is a branch of its own, left out when nobody asks.
create or replace macro students_in(package, areas, schools, classes, of_group, students) as table
  from read_parquet(package || '/student.parquet', file_row_number = true)
  where students is null
    and is_within(areas, area_code) and is_within(schools, school_code) and is_within(classes, class_code)
    and (of_group is null or school_group = of_group)
  union all
  from read_parquet(package || '/student.parquet', file_row_number = true)
  where students is not null and student_code in (select unnest(students::varchar[]))
    and is_within(areas, area_code) and is_within(schools, school_code) and is_within(classes, class_code)
    and (of_group is null or school_group = of_group);

-- The column of a student's row for one course by its letter; 0 is the total, and a course the exam does not have has none.
create or replace macro course_column(letter, of_course) as case
  when coalesce(of_course, 0) > 0 then letter || of_course
  when of_course < 0 then 'no_course'
  else {c: 'total10', s: 'status', r: 'all_rank', a: 'area_rank', k: 'school_rank', l: 'class_rank', p: 'group_rank'}[letter]
end;

-- Rows of students with score and ranks of one course.
create or replace macro with_course(students, of_course) as table
  select *,
    columns(lambda name: name = course_column('c', of_course)) as score10,
    columns(lambda name: name = course_column('s', of_course)) as course_status,
    columns(lambda name: name = course_column('r', of_course)) as course_rank,
    columns(lambda name: name = course_column('a', of_course)) as course_area_rank,
    columns(lambda name: name = course_column('k', of_course)) as course_school_rank,
    columns(lambda name: name = course_column('l', of_course)) as course_class_rank,
    columns(lambda name: name = course_column('p', of_course)) as course_group_rank
  from (select *, null::int as no_course from query_table(students));

-- One row per student and course, from the columns of their rows: c score, s status, r rank among all, k rank in the school; v assigned
-- mark and g grade where the course is one by levels.
create or replace macro papers_of(students, package) as table
  with single as (
    select sid, name[1] as kind, name[2:]::integer as course_id, value
    from (unpivot (select sid, columns('^[csrkvg][0-9]+$')::varchar from query_table(students)) on columns('^[csrkvg][0-9]+$'))
  )
  select sid, course_id, course_name, sort as course_sort, max(value) filter (kind = 'c')::integer as score10,
    max(value) filter (kind = 's')::integer as status,
    max(value) filter (kind = 'r')::integer as all_rank, max(value) filter (kind = 'k')::integer as school_rank,
    max(value) filter (kind = 'v')::integer as level10, max(value) filter (kind = 'g') as level_name
  from single join read_parquet(package || '/course.parquet') using (course_id)
  group by all;

-- A mark of a course with its rank; grade and assigned mark only where it is one by levels.
create or replace macro mark_cell(key, title, sort, score10, all_rank, status, level_name, level10) as if(level10 is null,
  to_json({key: key, title: title, sort: sort, score: marks(score10), allRank: all_rank, status: status}),
  to_json({key: key, title: title, sort: sort, score: marks(score10), levelName: level_name, levelScore: marks(level10),
    allRank: all_rank, status: status}));

-- The courses that any of these students is on the list of, those of all pages; is_level where assigned marks are among theirs.
create or replace macro courses_of(students, package) as table
  with counted as (
    unpivot (select count(columns('^([sv][0-9]+)$')) as '\1' from query_table(students)) on * into name name value num
  )
  select course_id, course_name, sort as course_sort, max(num) filter (name[1] = 'v') > 0 as is_level
  from (select name, name[2:]::integer as course_id, num from counted) join read_parquet(package || '/course.parquet') using (course_id)
  group by all having max(num) filter (name[1] = 's') > 0;

-- Heads of columns are a row of cells without values.
create or replace macro mark_head(key, title, sort, is_level) as
  mark_cell(key, title, sort, null::integer, null::integer, null::integer, null::varchar, if(is_level, 0, null));

-- Bands of marks are [low, high) at multiples of their width; the top one is closed at the full mark.
create or replace macro top_band(full_mark, step) as
  if(step = 1, full_mark, (full_mark - 1) // step * step);
create or replace macro band_of(mark, full_mark, step) as least(mark // step * step, top_band(full_mark, step));
create or replace macro band_name(low, full_mark, step) as case
  when step = 1 then low::varchar
  when low = top_band(full_mark, step) then low || '-' || full_mark
  else low || '-' || (low + step - 1) || '.5'
end;
create or replace macro band_cell(low, name, num, cum_num, student_num) as {
  key: 'b' || low, title: name, num: num, rate: percent(num, student_num),
  cumNum: cum_num, cumRate: percent(cum_num, student_num)
};

-- F17: T of a unit's mean among all students; none where nobody differs. Sums in tenths, squares in hundredths.
create or replace macro mean_t(sum10, n, all_sum10, all_sumsq100, all_num, sd_type) as
  case when n > 0 and all_num::hugeint * all_sumsq100 > all_sum10::hugeint * all_sum10 then half_up(
    50 + 10 * (sum10::hugeint * all_num - all_sum10::hugeint * n)::double / (n::hugeint * all_num)::double
      / sqrt((all_num::hugeint * all_sumsq100 - all_sum10::hugeint * all_sum10)::double / all_num
        / (case when sd_type = 'sample' then all_num - 1 else all_num end)), 2)
  end;

-- A course, and the first N of all, beside the total of a unit. A unit's number of students goes with every cell: by it few are withheld.
create or replace macro unit_cell(course_id, course_name, course_sort, student_num, sum10, rank, t) as {
  key: 'c' || course_id, title: course_name, sort: course_sort, studentNum: student_num,
  avgScore: score_mean(sum10, student_num), avgRank: rank, tScore: t
};
create or replace macro front_cell(n, student_num, num) as {
  key: 'n' || n, title: '前' || n || '名', sort: 100000 + n, studentNum: student_num, num: num
};

-- Counts at the lines for the units of one grain in scope: columns of line_stat.parquet, which is the file.
create or replace macro lines_in(file, of_grain, areas, schools, classes) as table
  from read_parquet(file)
  where grain = of_grain and is_within(areas, area_code)
    and (of_grain = 'area' or is_within(schools, school_code))
    and (of_grain <> 'class' or is_within(classes, class_code));

-- A line with its stream, and one line of a unit.
create or replace macro line_name(period_name, stream) as
  period_name || case stream when 1 then '（历史类）' when 2 then '（物理类）' else '' end;
create or replace macro placed_cell(line_no, period_name, stream, student_num, base_num, online_num, rank) as {
  key: 'l' || line_no, sort: line_no,
  title: line_name(period_name, stream),
  studentNum: student_num, onlineNum: online_num, onlineRate: percent(online_num, base_num), onlineRank: rank
};
create or replace macro line_cell(line_no, period_name, stream, student_num, base_num, online_num, rank, below_num, above_num) as
  struct_insert(placed_cell(line_no, period_name, stream, student_num, base_num, online_num, rank),
    belowNum := below_num, aboveNum := above_num);

-- Targets of lines, a JSON list of those of schools, by unit: an area and everyone have the sum of their schools.
create or replace macro targets_in(targets) as table
  with school as (
    select unnest(from_json(coalesce(targets, '[]')::json, '[{"artsScience": "INTEGER", "periodName": "VARCHAR", "areaCode": "VARCHAR",
      "schoolCode": "VARCHAR", "targetNum": "INTEGER"}]'), recursive := true)
  ),
  unit as (
    select *, unnest(['school ' || schoolCode, 'area ' || areaCode, 'all ']) as unit from school
  )
  select unit, artsScience as arts_science, periodName as period_name, sum(targetNum)::int as target_num
  from unit group by all;

-- The same line beside its target; exams without targets have no such measures.
create or replace macro aimed_cell(cell, target_num, targets) as if(targets is null, to_json(cell),
  to_json(struct_insert(cell, targetNum := target_num, completionRate := percent(cell.onlineNum, target_num))));

-- Students and population by unit, out of a JSON list of those of schools and areas: a unit above has the sum of those of its parts that
-- are in the report, and none where one of them is not known. Population is in hundreds of people.
create or replace macro bases_in(package, bases) as table
  with given as (
    select unnest(from_json(coalesce(bases, '[]')::json, '[{"areaCode": "VARCHAR", "schoolCode": "VARCHAR", "artsScience": "INTEGER",
      "num": "INTEGER"}]'), recursive := true)
  ),
  place as (
    select distinct grain, area_code, school_code, arts_science
    from read_parquet(package || '/line_stat.parquet') where grain in ('area', 'school') and course_id = 0
  ),
  part as (
    select unnest(['school ' || school_code, 'area ' || area_code, 'all ']) as unit, arts_science, true as is_school, num
    from place left join given on schoolCode = school_code and artsScience = arts_science where grain = 'school'
    union all
    select unnest(['area ' || area_code, 'all ']), arts_science, false, num
    from place left join given on schoolCode is null and areaCode = area_code where grain = 'area'
  )
  select unit, arts_science,
    if(count(*) filter (is_school) = count(num) filter (is_school), sum(num) filter (is_school), null)::int as base_num,
    if(count(*) filter (not is_school) = count(num) filter (not is_school), sum(num) filter (not is_school), null)::int as population
  from part group by all;

-- The same line beside what is known of its unit; a measure nobody has is no column.
create or replace macro based_cell(cell, online_num, base_num, population) as
  json_merge_patch(cell, to_json({baseRate: percent(online_num, base_num), perTenThousand: ratio2(100 * online_num::hugeint, population)}));

-- A unit as lists of withheld units name it, and whether such a list has it.
create or replace macro unit_key(of_grain, area, school) as
  of_grain || ' ' || case of_grain when 'school' then school when 'area' then area else '' end;
create or replace macro is_one_of(names, name) as coalesce(list_contains(names, name), false);

-- A line beside other figures of a unit; it stands behind the courses and the first N.
create or replace macro online_cell(line_no, period_name, stream, student_num, base_num, online_num) as {
  key: 'l' || line_no, title: line_name(period_name, stream), sort: 200000 + line_no,
  studentNum: student_num, onlineNum: online_num, onlineRate: percent(online_num, base_num)
};

-- One item of one exam under the head of its item, and what became of it from the first exam to the last. A measure that a cell does
-- not carry has no column, so each kind of value is a cell of its own kind.
create or replace macro contrast_cell(item, item_name, item_no, exam_no, label, measure, student_num, value, diff, place) as case measure
  when 'mark' then to_json({key: item || '-' || exam_no, over: item_name, title: label, sort: item_no * 100 + exam_no,
    studentNum: student_num, mark: value, diff: diff, rank: place})
  when 'share' then to_json({key: item || '-' || exam_no, over: item_name, title: label, sort: item_no * 100 + exam_no,
    studentNum: student_num, share: value, diff: diff, rank: place})
  else to_json({key: item || '-' || exam_no, over: item_name, title: label, sort: item_no * 100 + exam_no,
    studentNum: student_num, count: value, rank: place})
end;
create or replace macro change_cell(item, item_name, item_no, student_num, gain, rank_change) as to_json({
  key: item || '-change', over: item_name, title: '末次−首次', sort: item_no * 100 + 99,
  studentNum: student_num, gain: gain, rankChange: rank_change
});

-- The questions of one paper of a course: of its first one where none is named, one of them where a number is.
create or replace macro questions_of(package, of_course, paper, of_question) as table
  from read_parquet(package || '/question.parquet')
  where course_id = of_course and (of_question is null or question_no = of_question)
    and paper_code = coalesce(paper, (
      select min(paper_code) from read_parquet(package || '/question.parquet') where course_id = of_course));

-- Figures of questions or knowledge points for the units of one grain in scope: columns of the file. Names of classes may be shared.
create or replace macro question_units_in(file, of_course, of_grain, areas, schools, classes) as table
  select *,
    case of_grain when 'class' then coalesce(class_code, 'u' || unit_id) when 'school' then school_code else area_code end as unit_code,
    case of_grain when 'class' then class_name when 'school' then school_name else area_name end as unit_name
  from read_parquet(file)
  where course_id = of_course and grain = of_grain and of_grain <> 'all' and is_within(areas, area_code)
    and (of_grain = 'area' or is_within(schools, school_code))
    and (of_grain <> 'class' or is_within(classes, class_code));

-- The same for the units above that there is only one of: its area, its school, everyone.
create or replace macro question_units_above(file, of_course, areas, schools) as table
  from read_parquet(file)
  where course_id = of_course and (grain = 'all'
    or grain = 'area' and len(areas) = 1 and area_code = areas[1]
    or grain = 'school' and len(schools) = 1 and school_code = schools[1]);

-- How far a share lies from that of everyone, in points of a percent.
create or replace macro rate_difference(got, whole, all_got, all_whole) as
  ratio2(100 * (got::hugeint * all_whole - all_got::hugeint * whole), whole::hugeint * all_whole);

-- So many points below everyone is weak.
create or replace macro is_weak(got, whole, all_got, all_whole) as
  whole > 0 and 100 * (all_got::hugeint * whole - got::hugeint * all_whole) > 5 * whole::hugeint * all_whole;

-- The names of units, at most five of them.
create or replace macro few_names(names) as
  array_to_string(names[1:5], '、') || if(len(names) > 5, '等' || len(names) || '个', '');

-- F41 and F44 in words.
create or replace macro difficulty_word(part, whole) as case
  when part is null or whole = 0 then null
  when part::hugeint * 10 >= whole::hugeint * 8 then '易'
  when part::hugeint * 2 >= whole then '中'
  else '难'
end;
create or replace macro quality_word(d) as case
  when d is null then null when d >= 0.4 then '很好' when d >= 0.3 then '良好' when d >= 0.2 then '尚可' else '应淘汰'
end;

-- An option as a column: letters in their order, then no answer, then several marks where one is right.
create or replace macro choice_sort(choice) as 1000000 + case choice when '-' then 98 when '*' then 99 else ord(choice) end;

-- Whether an answer is the option: no answer, several where one is right, or its letter.
create or replace macro is_choice(letters, is_multiple, choice) as case choice
  when '-' then letters = ''
  when '*' then is_multiple = 0 and length(letters) > 1
  else if(is_multiple = 1, contains(letters, choice), letters = choice)
end;

-- The sum of the questions of one paper by student, and where the best and the worst 27 % are cut off; those at a cut are among them.
create or replace macro paper_totals(package, of_course, paper) as table
  select sid, sum(score10)::int as got10 from read_parquet(package || '/question_score_*.parquet')
  where course_id = of_course and paper_code = paper and score10 is not null
  group by sid;
create or replace macro ends_of(totals) as table
  with placed as (
    select got10, row_number() over (order by got10 desc) as best, row_number() over (order by got10) as worst,
      (27 * count(*) over () + 99) // 100 as k
    from query_table(totals)
  )
  select min(got10) filter (best <= k) as best10, max(got10) filter (worst <= k) as worst10 from placed;

-- F51, Sato: of the marks as they are and as they would be in the order of the weights; 0 as expected. Null where nothing varies.
create or replace macro caution_index(marks, weights) as
  if(len(marks) * list_dot_product(list_reverse_sort(marks), list_reverse_sort(weights)) - list_sum(marks) * list_sum(weights) > 1e-9,
    1 - (len(marks) * list_dot_product(marks, weights) - list_sum(marks) * list_sum(weights))
      / (len(marks) * list_dot_product(list_reverse_sort(marks), list_reverse_sort(weights)) - list_sum(marks) * list_sum(weights)),
    null);

-- A unit by its codes, the same in two versions of a package.
create or replace macro change_key(of_grain, area, school, class, class_name) as case of_grain
  when 'class' then school || ' ' || coalesce(class, class_name) when 'school' then school when 'area' then area else '' end;

-- A question of one of several papers is told with it.
create or replace macro question_title(paper, no) as if(paper = 'A', no, paper || '卷 ' || no);

-- What students got of one question of a paper, or of all its questions: the sum, and a hash by which other marks are told.
create or replace macro question_marks(package, of_course, paper, lowest, highest) as table
  select sid, sum(score10)::int as sum10, bit_xor(hash(question_no, score10)) as marks
  from read_parquet(package || '/question_score_*.parquet')
  where course_id = of_course and paper_code = paper and question_no between lowest and highest
  group by sid;

-- An indicator of a unit in two versions; nothing where it did not move.
create or replace macro mark_change(item, name, item_no, num, was, now) as if(was is distinct from now,
  to_json({key: item, title: name, sort: item_no, studentNum: num, beforeMark: was, nowMark: now, changeMark: now - was}), null);
create or replace macro share_change(item, name, item_no, num, was, now) as if(was is distinct from now,
  to_json({key: item, title: name, sort: item_no, studentNum: num, beforeShare: was, nowShare: now, changeShare: now - was}), null);
create or replace macro count_change(item, name, item_no, num, was, now) as if(was is distinct from now,
  to_json({key: item, title: name, sort: item_no, studentNum: num, beforeCount: was, nowCount: now, changeCount: now - was}), null);

-- The same by the number of the indicator: what moved, as it is kept, and its cell.
create or replace macro move_of(item_no, was, now) as if(was is distinct from now,
  {no: item_no, was: was::decimal(18, 2), now: now::decimal(18, 2)}, null);
create or replace macro moved_cell(item_no, num, was, now) as case item_no
  when 1 then count_change('planNum', '应考', 1, num, was, now)
  when 2 then count_change('studentNum', '实考', 2, num, was, now)
  when 3 then mark_change('avgScore', '平均分', 3, num, was, now)
  when 4 then mark_change('stdScore', '标准差', 4, num, was, now)
  when 5 then share_change('excellentRate', '优秀率', 5, num, was, now)
  when 6 then share_change('passRate', '及格率', 6, num, was, now)
  when 7 then share_change('lowRate', '低分率', 7, num, was, now)
  when 8 then mark_change('maxScore', '最高分', 8, num, was, now)
  when 9 then mark_change('compositeScore', '综合值', 9, num, was, now)
  when 10 then count_change('avgRank', '名次', 10, num, was, now)
  when 11 then count_change('compositeRank', '综合名次', 11, num, was, now)
  when 12 then share_change('scoreRate', '得分率', 12, num, was, now)
  when 13 then mark_change('difficulty', '难度', 13, num, was, now)
  when 14 then mark_change('discrimination', '区分度', 14, num, was, now)
  when 15 then mark_change('alpha', '信度', 15, num, was, now)
  when 16 then mark_change('sem', '测量标准误', 16, num, was, now)
end;
