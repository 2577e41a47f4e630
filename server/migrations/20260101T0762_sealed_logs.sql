-- More than one log is sealed: the oldest sealed rows of each may go, and its anchor stays.
drop function audit_cut(varchar, bigint, char, char);
create function audit_cut(cut_tenant varchar, cut_source varchar, up_to bigint, cut_hash char(64), cut_proof char(64)) returns bigint
language plpgsql security definer set search_path = public as $$
declare cut bigint;
begin
  if cut_tenant is distinct from current_setting('app.tenant', true) then raise exception 'another tenant'; end if;
  if cut_source not in ('operation_log', 'login_log') then raise exception 'not a sealed log'; end if;
  insert into audit_anchor (tenant_id, source, seq, hash, proof) values (cut_tenant, cut_source, up_to, cut_hash, cut_proof);
  execute format('delete from %I o using audit_chain c
    where c.tenant_id = $1 and c.source = $2 and c.seq <= $3 and o.tenant_id = $1 and o.id = c.row_id', cut_source)
    using cut_tenant, cut_source, up_to;
  get diagnostics cut = row_count;
  delete from audit_chain where tenant_id = cut_tenant and source = cut_source and seq <= up_to;
  return cut;
end $$;
revoke all on function audit_cut(varchar, varchar, bigint, char, char) from public;
grant execute on function audit_cut(varchar, varchar, bigint, char, char) to exam_app;
