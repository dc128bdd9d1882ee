-- Undoes an import of the last 24 hours. Products that changed since are left and named; added products and categories are deleted, or
-- switched off if something refers to them. During an offer, the normal price is restored.

-- Whether anything but the import refers to a product that it added. p_last_adjustment_id is its last ledger
-- row. Orders are found through the ledger, because they have no index by product.
create or replace function public.is_added_product_used(p_product_id uuid, p_last_adjustment_id bigint) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.inventory_adjustments a where a.product_id = p_product_id and a.id > coalesce(p_last_adjustment_id, 0))
      or exists (select from public.product_batches b where b.product_id = p_product_id)
      or exists (select from public.recalls r where r.product_id = p_product_id)
      or exists (select from public.stock_take_lines t where t.product_id = p_product_id)
      or exists (select from public.price_change_lines c where c.product_id = p_product_id)
      or exists (select from public.offers o where o.product_id = p_product_id)
      or exists (select from public.stock_alerts w where w.product_id = p_product_id)
      or exists (select from public.product_pairings g where p_product_id in (g.product_id, g.pairs_with_id))
$$;

create or replace function public.undo_product_import(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_import record;
  v_chunk constant integer := 250;
  v_ids uuid[];
  v_lines integer[];
  v_part integer[];
  v_undone integer;
  v_kept integer;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  select i.subject, i.file_name, i.reason, i.imported_at, i.undone_at, i.last_adjustment_id into v_import
    from public.product_imports i where i.id = p_id for update;
  if not found then
    return public.refused('not-found');
  end if;
  if v_import.imported_at is null then
    return public.refused('not-imported');
  end if;
  if v_import.undone_at is not null then
    return public.refused('already-undone');
  end if;
  if v_import.imported_at < now() - interval '1 day' then
    return public.refused('too-late');
  end if;

  if v_import.subject = 'categories' then
    perform public.undo_category_import(p_id);
  else
    v_ids := array(select l.product_id from public.product_import_lines l where l.import_id = p_id and l.outcome in ('changed', 'added'));
    -- A simultaneous order waits, or is seen afterwards.
    perform from public.products p where p.id = any (v_ids) order by p.id for update;
    update public.product_import_lines l set undo = coalesce((
        select case
            when p.archived_at is not null or exists (select from jsonb_each(
                            l.after - array['stock', 'slug'] - case when l.outcome = 'added' then 'is_active' else '' end) written
                          where written.value is distinct from
                                case when written.key = 'price' then to_jsonb(coalesce(o.normal_price, p.price)) else to_jsonb(p) -> written.key end)
              -- Restoring the old normal price would make it no higher than a later offer.
              or (l.before ->> 'price')::numeric <= o.offer_price then 'changed-since'
            -- Imports add no pictures.
            when l.outcome = 'added' and p.image_url is not null then 'changed-since'
            when l.outcome = 'added' and public.is_added_product_used(p.id, v_import.last_adjustment_id) then 'switched-off'
            when l.outcome = 'added' then 'undone'
            -- A count holds from its day on, so an earlier difference must not be subtracted from it.
            when l.after ? 'stock' and exists (
                select from public.inventory_adjustments a
                 where a.product_id = l.product_id and a.id > v_import.last_adjustment_id
                   and a.action_type in ('manual_adjustment', 'stock_taken')) then 'counted-since'
            when l.after ? 'stock' and p.stock - (l.after ->> 'stock')::integer + l.seen_stock not between 0 and 1000000 then 'stock-gone'
            when l.before ->> 'sku' is not null and exists (
                select from public.products other where lower(other.sku) = lower(l.before ->> 'sku') and other.id <> p.id) then 'code-taken'
            when l.before ->> 'barcode' is not null and exists (
                select from public.products other
                 where lpad(other.barcode, 14, '0') = lpad(l.before ->> 'barcode', 14, '0') and other.id <> p.id) then 'code-taken'
            else 'undone' end
          from public.products p
          left join public.offers o on o.product_id = p.id and o.started_at is not null and o.ended_at is null
         where p.id = l.product_id), 'changed-since')
     where l.import_id = p_id and l.outcome in ('changed', 'added');

    v_lines := array(select l.line from public.product_import_lines l
                      where l.import_id = p_id and l.undo = 'undone' and l.outcome = 'changed' order by l.line);
    for v_from in 1 .. cardinality(v_lines) by v_chunk loop
      v_part := v_lines[v_from : v_from + v_chunk - 1];
      perform public.write_product_columns(array_agg(l.product_id order by l.line),
          array_agg(l.before - case when p.offer_ends_at is null then '' else 'price' end order by l.line))
         from public.product_import_lines l join public.products p on p.id = l.product_id
        where l.import_id = p_id and l.line = any (v_part) and l.before - 'stock' <> '{}';
      update public.offers o set normal_price = (l.before ->> 'price')::numeric
        from public.product_import_lines l
       where l.import_id = p_id and l.line = any (v_part) and l.before ? 'price'
         and o.product_id = l.product_id and o.started_at is not null and o.ended_at is null;
      perform public.change_imported_stock(array_agg(l.product_id), array_agg(l.seen_stock - (l.after ->> 'stock')::integer),
          left('Import undone: ' || v_import.reason, 500))
         from public.product_import_lines l
        where l.import_id = p_id and l.line = any (v_part) and l.after ? 'stock'
       having count(*) > 0;
      -- Keeps the connection open, as in apply_product_import().
      raise notice 'product import: % lines undone', v_from + cardinality(v_part) - 1;
    end loop;
    update public.products p set is_active = false
      from public.product_import_lines l
     where l.import_id = p_id and l.undo = 'switched-off' and p.id = l.product_id and p.is_active;
    v_lines := array(select l.line from public.product_import_lines l
                      where l.import_id = p_id and l.undo = 'undone' and l.outcome = 'added' order by l.line);
    for v_from in 1 .. cardinality(v_lines) by v_chunk loop
      v_ids := array(select l.product_id from public.product_import_lines l
                      where l.import_id = p_id and l.line = any (v_lines[v_from : v_from + v_chunk - 1]));
      perform set_config('ninth_bend.undoes_import', 'yes', true);
      delete from public.inventory_adjustments a where a.product_id = any (v_ids);
      perform set_config('ninth_bend.undoes_import', '', true);
      with deleted as (
        delete from public.products p where p.id = any (v_ids) returning p.id, p.name, p.slug, p.sku, p.price
      )
      insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event, before)
      select 'admin', public.current_user_id(), 'product', d.id, 'deleted',
             jsonb_strip_nulls(jsonb_build_object('name', d.name, 'slug', d.slug, 'sku', d.sku, 'price', d.price))
        from deleted d;
      raise notice 'product import: % lines undone', v_from + cardinality(v_ids) - 1;
    end loop;
  end if;

  select count(*) filter (where l.undo in ('undone', 'switched-off')), count(*) filter (where l.undo not in ('undone', 'switched-off'))
    into v_undone, v_kept
    from public.product_import_lines l where l.import_id = p_id and l.undo is not null;
  update public.product_imports i set undone_at = now(), undone_by = public.current_user_id(), version = i.version + 1 where i.id = p_id;
  insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event, after)
  values ('admin', public.current_user_id(), 'product-import', p_id, 'import-undone',
    jsonb_strip_nulls(jsonb_build_object(
      'subject', nullif(v_import.subject, 'products'), 'file', v_import.file_name, 'undone', v_undone, 'kept', v_kept)));
  return public.done(jsonb_build_object('undone', v_undone, 'kept', v_kept));
end $$;

revoke execute on function public.undo_product_import(uuid), public.is_added_product_used(uuid, bigint) from public;
grant execute on function public.undo_product_import(uuid) to ninth_bend_admin;
