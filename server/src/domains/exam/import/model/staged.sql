-- One row per staged row that is taken, its cells padded to the width of the sheet. A plain row has no cell to put right: looked for once,
-- in all of its text.
create table staged as
select cast(r.row_id as bigint) as row_id, s.file_no, s.sheet_no, cast(r.row_no as integer) as row_no,
  list_resize(string_split(coalesce(r.cells, ''), chr(31)), s.width, '') as cells,
  not regexp_matches(coalesce(r.cells, ''), '[\x{3000}\x{FF01}-\x{FF5E}\t\n\r]|\s\s') as is_plain
from raw_row r
join sheet s on s.file_no = cast(r.file_no as integer) and s.sheet_no = cast(r.sheet_no as integer)
where cast(r.row_id as bigint) not in (select row_id from left_out);

-- Millions of texts need not be held twice.
alter table raw_row drop column cells;
