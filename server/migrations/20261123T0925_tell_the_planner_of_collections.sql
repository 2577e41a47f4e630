-- Numbers and lists of a collection are read right after its students were brought in by the hundred thousand: the program may
-- say that they are there. Servers before version 17 know no such right and learn of the rows in their own time.
do $$
begin
  if current_setting('server_version_num')::int >= 170000 then
    grant maintain on gather_student to exam_app;
  end if;
end
$$;
