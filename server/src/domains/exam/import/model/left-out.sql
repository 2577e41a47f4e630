-- The rows of the sheets that are read and yet not imported, each with the reason. What is not here is in `staged`.
-- `lead` is the first text of a row; `number` tells whom it is about, as far as the sheet has a column for that.
create table left_out as
with line as not materialized (
  select cast(r.row_id as bigint) as row_id, s.file_no, s.sheet_no, cast(r.row_no as integer) as row_no, s.header_row, s.columns, r.choice,
    coalesce(r.cells, '') as cells, first_text(ltrim(cells, chr(31))) as lead,
    coalesce(case when s.number_at = 0 then first_text(cells) else split_part(cells, chr(31), s.number_at + 1) end, '') as number, s.name_at
  from raw_row r
  join sheet s on s.file_no = cast(r.file_no as integer) and s.sheet_no = cast(r.sheet_no as integer)
), head as (
  select distinct file_no, sheet_no, lead, rtrim(cells, chr(31)) as cells from line where row_no <= header_row
), judged as (
  select l.row_id, l.file_no, l.sheet_no, l.row_no,
    case
      when l.row_no <= l.header_row then 'head'
      when l.choice = 'in' then null
      when l.choice = 'out' then 'chosen'
      when h.cells is not null then 'repeat'
      when l.number like $example then 'example'
      -- words are looked for only where a text begins with one: numbers are told by their first letter
      when (unicode(l.lead) > 255 or starts_with(l.lead, '(')) and regexp_full_match(regexp_replace(halfwidth(l.lead), '\s', '', 'g'), $foot)
        and (l.number in ('', l.lead) or coalesce(split_part(l.cells, chr(31), l.name_at + 1), '') in ('', l.lead))
        then 'foot'
      when l.number = '' and coalesce(list_aggregate(list_transform(l.columns, lambda c: split_part(l.cells, chr(31), c + 1)), 'string_agg', ''), '') = ''
        then 'blank'
      when $has_notes and l.lead = l.number and unicode(l.lead) > 255 and trim(l.cells, chr(31)) = l.number
        and regexp_matches(l.number, '[\x{4E00}-\x{9FFF}]') then 'note'
    end as reason
  from line l
  left join head h on h.file_no = l.file_no and h.sheet_no = l.sheet_no and h.lead = l.lead and h.cells = rtrim(l.cells, chr(31))
)
select * from judged where reason is not null;
