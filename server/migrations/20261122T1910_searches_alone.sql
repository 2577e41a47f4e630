-- A list is searched in few milliseconds; starting workers for it would take longer, and more than one person searches.
alter function name_pieces(text) parallel restricted;
