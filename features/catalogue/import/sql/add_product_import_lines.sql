-- Adds lines to a file of save_product_import(): a whole file as one argument would take long to serialise.
create or replace function public.add_product_import_lines(p_id uuid, p_lines jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_manager() or not exists (select from public.product_imports i where i.id = p_id and i.imported_at is null) then
    raise exception 'lines of an import that is not kept, or done';
  end if;
  insert into public.product_import_lines
    (import_id, line, outcome, product_id, category_id, name, seen_version, seen_stock, changes, before, after, problems, warnings, notes)
  select p_id, l.line, l.outcome, l.product_id, l.category_id, l.name, l.seen_version, l.seen_stock, l.changes, l.before, l.after, l.problems,
         coalesce(l.warnings, '[]'), l.notes
    from jsonb_to_recordset(p_lines) as l (line integer, outcome text, product_id uuid, category_id uuid, name text, seen_version integer, seen_stock integer,
         changes jsonb, before jsonb, after jsonb, problems jsonb, warnings jsonb, notes jsonb);
end $$;

revoke execute on function public.add_product_import_lines(uuid, jsonb) from public;
grant execute on function public.add_product_import_lines(uuid, jsonb) to ninth_bend_admin;
