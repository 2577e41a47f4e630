-- Words of the import: what a cell says once typing habits are taken away.

create or replace macro halfwidth(t) as
  case when regexp_matches(t, '[\x{3000}\x{FF01}-\x{FF5E}]') then
    translate(t, '０１２３４５６７８９．，－＋（）／　ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ', '0123456789.,-+()/ ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  else t end;

create or replace macro one_line(t) as
  case when regexp_matches(t, '\s\s|[\t\n\r]') then regexp_replace(t, '\s+', ' ', 'g') else t end;

-- The text of a cell; null when the sheet has no such column, '' when the cell is blank.
create or replace macro cell(cells, nth, is_plain) as
  case when nth is not null then coalesce(trim(case when is_plain then cells[nth + 1] else one_line(halfwidth(cells[nth + 1])) end), '') end;

-- What stands before the first mark between cells; all of them need not be taken apart for it.
create or replace macro first_text(cells) as
  case when contains(cells, chr(31)) then left(cells, instr(cells, chr(31)) - 1) else cells end;

create or replace macro compact(t) as replace(t, ' ', '');
create or replace macro code_of(t) as upper(replace(t, ' ', ''));

-- One spelling of the dot inside names of minorities, no blanks around it.
create or replace macro person(t) as
  replace(case when regexp_matches(t, '[•‧∙．・･]') then regexp_replace(t, '[•‧∙．・･]', '·', 'g') else t end, ' ', '');

-- 高三(10)班 → 10.
create or replace macro class_no_of(t) as try_cast(nullif(regexp_extract(t, '(\d{1,2})\D*$', 1), '') as integer);

-- The letter by which a combination names a course; null for a course everyone takes.
create or replace macro choice_letter(course) as
  case course when '物理' then '物' when '历史' then '历' when '化学' then '化' when '生物' then '生'
    when '政治' then '政' when '思想政治' then '政' when '地理' then '地' when '技术' then '技' end;

-- 物理+化学+生物 → 物化生, in the order of the bureau; other letters are kept at the end.
create or replace macro combination_of(t) as
  list_aggregate(list_filter(['物', '历', '化', '生', '政', '地', '技'], lambda x: contains(replace(t, '史', '历'), x)), 'string_agg', '')
  || regexp_replace(t, '物理|历史|化学|生物|思想政治|政治|地理|技术|[物历史化生政地技+,、/ ]', '', 'g');

-- Whether a student of this combination sits the course.
create or replace macro takes(exam_mode, arts_science, combination, course) as
  choice_letter(course) is null
  or (combination <> '' and contains(combination, choice_letter(course)))
  or (combination = '' and (exam_mode <> '2' or arts_science = '0' or arts_science = ''
    or contains(case arts_science when '1' then '历政地' else '物化生' end, choice_letter(course))));

-- GB 11643: the 18th character for the first 17.
create or replace macro id_check_character(code) as
  substr('10X98765432', 1 + cast(list_sum(list_transform(range(1, 18),
    lambda i: cast(substr(code, cast(i as integer), 1) as integer) * ([7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2])[i])) % 11 as integer), 1);

create or replace macro is_student_code(code) as
  case when regexp_matches(code, '^[GJ]\d{17}[\dX]$') then id_check_character(substr(code, 2)) = right(code, 1)
    else regexp_matches(code, '^L\d{17}[\dX]$') end;

-- Tenths of a mark for people: 985 → 98.5, 1000 → 100.
create or replace macro mark_text(score10) as
  case when score10 % 10 = 0 then cast(score10 // 10 as varchar) else cast(cast(score10 as decimal(9, 1)) / 10 as decimal(9, 1))::varchar end;

-- 第12题（1） → 12(1): what two ways of writing the number of a question have in common.
create or replace macro question_word(t) as
  regexp_replace(regexp_replace(regexp_replace(upper(regexp_replace(halfwidth(t), '\s', '', 'g')), '\((满分\d+(\.\d+)?分?|\d+(\.\d+)?分)\)$', ''),
    '^(第|题|T|Q)(\d)', '\2'), '(题|得分|分)$', '');

-- 对 or 错 of the words for it.
create or replace macro judged(t) as
  case when t in ('对', '√', '✓', 'T', '正确', 'A') then '对' when t in ('错', '×', '✗', 'X', 'F', '错误', 'B') then '错' end;

-- The letters of an answer, each once and in order.
create or replace macro letters_of(t) as
  list_aggregate(list_sort(list_distinct(regexp_extract_all(t, '[A-Z]'))), 'string_agg', '');
