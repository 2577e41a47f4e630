-- What each distinct text means as a mark; a few hundred texts stand for millions of cells.
create table score_word as
with clean as (
  select text, regexp_replace(upper(replace(halfwidth(text), ' ', '')), '分$', '') as word
  from (select distinct text from mark_cell)
), number as (
  select text, word,
    try_cast(case
      when regexp_matches(word, '^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$') then replace(word, ',', '')
      when regexp_matches(word, '^[+-]?(\d{1,9}(\.\d*)?|\.\d+)$') then word end as decimal(18, 6)) as value
  from clean
)
select cast(row_number() over () as integer) as word_id, text,
  cast(case when word in ('', '缺', '缺考', '缺席', 'Q', '-1', '/', '-', '—', '--') then 1
    when word in ('作弊', 'Z') then 3
    when word in ('违纪', 'W') then 4
    when word = '缓考' then 5
    when word = '免考' then 6
    when value = 0 then 2
    when value is not null then 0 end as tinyint) as score_status,
  case when value is not null and word <> '-1' then cast(least(greatest(round(value * 10), -1000000), 1000000) as integer) end as score10,
  coalesce(value * 2 <> floor(value * 2), false) as is_odd_step,
  text = '' as is_blank
from number;
