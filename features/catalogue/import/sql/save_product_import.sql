-- Saves a checked file; add_product_import_lines() adds more lines in the same transaction. p_content is null if the same file is checked
-- again. Dropped first: its subject had a default, so calls were ambiguous beside the previous build's function.
drop function if exists public.save_product_import(uuid, integer, text, text, jsonb, jsonb, text);
create or replace function public.save_product_import(
  p_id uuid, p_version integer, p_file_name text, p_content text, p_columns jsonb, p_lines jsonb, p_subject text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_import record;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  -- Files contain a whole catalogue and are kept no longer than needed.
  delete from public.product_imports i where i.created_at < now() - interval '7 days';
  select i.version, i.imported_at into v_import from public.product_imports i where i.id = p_id for update;
  if not found then
    if p_content is null then
      return public.refused('not-found');
    end if;
    insert into public.product_imports (id, subject, file_name, content, columns, created_by)
    values (p_id, p_subject, p_file_name, p_content, p_columns, public.current_user_id());
  else
    if v_import.imported_at is not null then
      return public.refused('already-imported');
    end if;
    if v_import.version is distinct from p_version then
      return public.refused('changed-meanwhile');
    end if;
    update public.product_imports i set columns = p_columns, version = i.version + 1 where i.id = p_id;
    delete from public.product_import_lines l where l.import_id = p_id;
  end if;
  perform public.add_product_import_lines(p_id, p_lines);
  return public.done(jsonb_build_object('version', coalesce(v_import.version, 0) + 1));
end $$;

-- Called by the previous build, which knows no subject (ADR-54).
create or replace function public.save_product_import(
  p_id uuid, p_version integer, p_file_name text, p_content text, p_columns jsonb, p_lines jsonb)
returns jsonb language sql security definer set search_path = '' as $$
  select case when public.is_manager()
              then public.save_product_import(p_id, p_version, p_file_name, p_content, p_columns, p_lines, 'products')
              else public.refused('not-found') end;
$$;

revoke execute on function public.save_product_import(uuid, integer, text, text, jsonb, jsonb, text),
  public.save_product_import(uuid, integer, text, text, jsonb, jsonb) from public;
grant execute on function public.save_product_import(uuid, integer, text, text, jsonb, jsonb, text),
  public.save_product_import(uuid, integer, text, text, jsonb, jsonb) to ninth_bend_admin;
