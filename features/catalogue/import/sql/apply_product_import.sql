-- Writes all lines of a checked import, or none. Names lines whose product, stock or category has changed since the check; warnings need
-- p_is_confirmed. Dropped first: p_is_confirmed had a default, so calls were ambiguous beside the previous build's function.
drop function if exists public.apply_product_import(uuid, integer, text, boolean);
create or replace function public.apply_product_import(p_id uuid, p_version integer, p_reason text, p_is_confirmed boolean)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_chunk constant integer := 250;
  v_reason constant text := nullif(left(public.trim_white_space(coalesce(p_reason, '')), 500), '');
  v_import record;
  v_ids uuid[];
  v_lines integer[];
  v_part integer[];
  v_problems jsonb;
  v_constraint text;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  -- One import at a time, because there is one progress counter.
  if not pg_try_advisory_xact_lock(hashtext('apply_product_import')) then
    return public.refused('busy');
  end if;
  select i.version, i.subject, i.file_name, i.imported_at into v_import from public.product_imports i where i.id = p_id for update;
  if not found then
    return public.refused('not-found');
  end if;
  if v_import.imported_at is not null then
    return public.refused('already-imported');
  end if;
  if v_import.version is distinct from p_version then
    return public.refused('changed-meanwhile');
  end if;
  if exists (select from public.product_import_lines l where l.import_id = p_id and l.outcome = 'faulty') then
    return public.refused('lines-faulty');
  end if;
  v_lines := array(select l.line from public.product_import_lines l
                    where l.import_id = p_id and l.outcome in ('changed', 'added') order by l.line);
  if v_lines = '{}' then
    return public.refused('nothing-to-import');
  end if;
  if p_is_confirmed is not true and exists (
      select from public.product_import_lines l where l.import_id = p_id and l.line = any (v_lines) and l.warnings <> '[]') then
    return public.refused('confirm');
  end if;
  if v_reason is null and exists (
      select from public.product_import_lines l where l.import_id = p_id and l.outcome = 'changed' and l.after ? 'stock') then
    return public.refused('reason-missing');
  end if;

  if v_import.subject = 'categories' then
    v_problems := public.import_categories(p_id);
    if v_problems is not null then
      return public.refused('products-changed', jsonb_build_object('lines', v_problems));
    end if;
  else
    v_ids := array(select l.product_id from public.product_import_lines l where l.import_id = p_id and l.outcome = 'changed');
    -- The same order as everywhere, so that they cannot deadlock.
    perform from public.products p where p.id = any (v_ids) order by p.id for no key update;
    select jsonb_agg(l.line order by l.line) into v_problems
      from public.product_import_lines l
      left join public.products p on p.id = l.product_id
     where l.import_id = p_id and l.outcome = 'changed'
       and (p.id is null or p.version <> l.seen_version or (l.after ? 'stock' and p.stock <> l.seen_stock));
    if v_problems is not null then
      return public.refused('products-changed', jsonb_build_object('lines', v_problems));
    end if;

    begin
      update public.product_import_lines l set product_id = gen_random_uuid() where l.import_id = p_id and l.outcome = 'added';
      perform setval('public.product_import_progress', 0);
      for v_from in 1 .. cardinality(v_lines) by v_chunk loop
        v_part := v_lines[v_from : v_from + v_chunk - 1];
        perform public.write_product_columns(array_agg(l.product_id order by l.line), array_agg(l.after order by l.line))
           from public.product_import_lines l
          where l.import_id = p_id and l.line = any (v_part) and l.outcome = 'changed' and l.after - 'stock' <> '{}';
        perform public.change_imported_stock(array_agg(l.product_id), array_agg((l.after ->> 'stock')::integer - l.seen_stock), v_reason)
           from public.product_import_lines l
          where l.import_id = p_id and l.line = any (v_part) and l.outcome = 'changed' and l.after ? 'stock'
         having count(*) > 0;
        perform public.add_imported_products(p_id, v_part);
        perform setval('public.product_import_progress', v_from + cardinality(v_part) - 1);
        -- Keeps the connection from being taken for silent (platform/database/connection/connect.server.ts).
        raise notice 'product import: % lines', v_from + cardinality(v_part) - 1;
      end loop;
    exception when unique_violation or foreign_key_violation then
      -- A name, SKU or barcode was used since the check, or a category deleted.
      get stacked diagnostics v_constraint = constraint_name;
      return public.refused('products-changed', jsonb_build_object('lines', '[]'::jsonb, 'constraint', v_constraint));
    end;
  end if;

  update public.product_imports i
     set imported_at = now(), imported_by = public.current_user_id(), reason = v_reason, version = i.version + 1,
         last_adjustment_id = (select max(a.id) from public.inventory_adjustments a)
   where i.id = p_id;
  insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event, after)
  select 'admin', public.current_user_id(), 'product-import', p_id, 'imported', jsonb_strip_nulls(jsonb_build_object(
    'subject', nullif(v_import.subject, 'products'), 'file', v_import.file_name, 'reason', v_reason, 'changed', count(*) filter (where l.outcome = 'changed'), 'added', count(*) filter (where l.outcome = 'added')))
    from public.product_import_lines l where l.import_id = p_id;
  return public.done(jsonb_build_object('lines', cardinality(v_lines), 'subject', v_import.subject));
end $$;

-- Called by the previous build, which asks for no confirmation (ADR-54).
create or replace function public.apply_product_import(p_id uuid, p_version integer, p_reason text)
returns jsonb language sql security definer set search_path = '' as $$
  select case when public.is_manager() then public.apply_product_import(p_id, p_version, p_reason, false)
              else public.refused('not-found') end;
$$;

-- How many lines of the running import are written.
create or replace function public.read_product_import_progress() returns integer
language plpgsql security definer set search_path = '' as $$
begin
  return case when public.is_manager() then (select s.last_value::integer from public.product_import_progress s) end;
end $$;

revoke execute on function public.apply_product_import(uuid, integer, text, boolean), public.apply_product_import(uuid, integer, text),
  public.read_product_import_progress() from public;
grant execute on function public.apply_product_import(uuid, integer, text, boolean), public.apply_product_import(uuid, integer, text),
  public.read_product_import_progress() to ninth_bend_admin;
