-- The rows of the sheets that are read and yet not imported, each with the reason. What is not here is in `staged`.
-- `lead` is the first text of a row; `number` and `name` tell whom it is about, as far as the sheet has columns for that.
create table left_out as
with line as (
  select cast(r.row_id as bigint) as row_id, s.file_no, s.sheet_no, cast(r.row_no as integer) as row_no, s.header_row, s.columns, r.choice,
    rtrim(coalesce(r.cells, ''), chr(31)) as cells, ltrim(cells, chr(31)) as filled, split_part(filled, chr(31), 1) as lead,
    coalesce(split_part(cells, chr(31), s.number_at + 1), '') as number, coalesce(split_part(cells, chr(31), s.name_at + 1), '') as name
  from raw_row r
  join sheet s on s.file_no = cast(r.file_no as integer) and s.sheet_no = cast(r.sheet_no as integer)
), head as (
  select distinct file_no, sheet_no, cells from line where row_no <= header_row
), judged as (
  select l.row_id, l.file_no, l.sheet_no, l.row_no,
    case
      when l.row_no <= l.header_row then 'head'
      when l.choice = 'in' then null
      when l.choice = 'out' then 'chosen'
      when h.cells is not null then 'repeat'
      when l.number like $example then 'example'
      when regexp_full_match(regexp_replace(halfwidth(l.lead), '\s', '', 'g'), $foot) and (l.number in ('', l.lead) or l.name in ('', l.lead))
        then 'foot'
      when l.number = '' and coalesce(list_aggregate(list_transform(l.columns, lambda c: split_part(l.cells, chr(31), c + 1)), 'string_agg', ''), '') = ''
        then 'blank'
      when $has_notes and l.filled = l.number and regexp_matches(l.number, '[\x{4E00}-\x{9FFF}]') then 'note'
    end as reason
  from line l
  left join head h on h.file_no = l.file_no and h.sheet_no = l.sheet_no and h.cells = l.cells
)
select * from judged where reason is not null;
