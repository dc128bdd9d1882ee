-- Adds the lines of a stock-take: one per product, or per batch that may be on the shelf. Returns how many
-- there are.
create or replace function public.add_stock_take_lines(p_stock_take_id uuid, p_product_ids uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.stock_take_lines (stock_take_id, product_id, batch_id)
  select p_stock_take_id, p.id, b.id
    from public.products p
    left join public.product_batches b on b.product_id = p.id and (b.is_unrecorded or b.remaining > 0 or exists (
      select from public.batch_movements m join public.orders o on o.id = m.order_id where m.batch_id = b.id and o.status = 'pending'))
   where p.id = any (p_product_ids)
     -- Already counted as a whole, before it had batches.
     and not exists (select from public.stock_take_lines l where l.stock_take_id = p_stock_take_id and l.product_id = p.id and l.batch_id is null)
   order by lower(p.name) collate "C", p.id, b.is_unrecorded desc, b.best_before, b.received_at, b.id
      on conflict (stock_take_id, product_id, batch_id) do nothing;
  return (select count(*) from public.stock_take_lines l where l.stock_take_id = p_stock_take_id);
end $$;

-- p_scope: 'all', 'category' or 'products'; the last adds products one by one. A form sent twice makes one
-- stock-take.
create or replace function public.start_stock_take(p_id uuid, p_scope text, p_category_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_title text;
begin
  if not public.is_manager() or p_id is null then
    return public.refused('not-found');
  end if;
  v_title := case p_scope when 'all' then 'All products' when 'products' then 'Chosen products'
    when 'category' then (select c.name from public.categories c where c.id = p_category_id) end;
  if v_title is null then
    return public.refused('scope-invalid');
  end if;
  insert into public.stock_takes (id, title, created_by) values (p_id, v_title, public.current_user_id()) on conflict (id) do nothing;
  if not found then
    return public.done('{}');
  end if;
  if p_scope <> 'products' and public.add_stock_take_lines(p_id, array(
       select p.id from public.products p
        where (p.is_active or p.stock > 0) and (p_scope = 'all' or p.category_id = p_category_id)
        order by p.id limit 1001)) > 1000 then
    delete from public.stock_takes t where t.id = p_id;
    return public.refused('too-many');
  end if;
  return public.done('{}');
end $$;

-- Adds a product that was searched or scanned.
create or replace function public.add_stock_take_product(p_id uuid, p_version integer, p_product_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_take record;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  select t.version, t.applied_at into v_take from public.stock_takes t where t.id = p_id for update;
  if not found or not exists (select from public.products p where p.id = p_product_id) then
    return public.refused('not-found');
  end if;
  if v_take.applied_at is not null then
    return public.refused('already-applied');
  end if;
  if v_take.version is distinct from p_version then
    return public.refused('changed-meanwhile');
  end if;
  -- There is no room for the batches of another product.
  if (select count(*) from public.stock_take_lines l where l.stock_take_id = p_id) >= 950 then
    return public.refused('too-many');
  end if;
  perform public.add_stock_take_lines(p_id, array[p_product_id]);
  update public.stock_takes t set version = t.version + 1, updated_at = now() where t.id = p_id;
  return public.done(jsonb_build_object('version', p_version + 1));
end $$;

revoke execute on function public.add_stock_take_lines(uuid, uuid[]), public.start_stock_take(uuid, text, uuid),
  public.add_stock_take_product(uuid, integer, uuid) from public;
grant execute on function public.start_stock_take(uuid, text, uuid), public.add_stock_take_product(uuid, integer, uuid) to ninth_bend_admin;
