-- Exchanges all recalled units of an unsent order for sellable ones, or none; stock, price and total stay the same, because the units
-- return to the recalled batch. Locks the order, then products by ID, like edit_order.
create or replace function public.exchange_recalled_pieces(p_order_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_items jsonb;
  v_short jsonb;
  v_taken_ids bigint[];
begin
  if not public.is_admin() then
    return public.refused('not-found');
  end if;
  perform from public.orders o where o.id = p_order_id for no key update;
  if not found then
    return public.refused('not-found');
  end if;
  perform from public.products p
    where p.id in (select i.product_id from public.order_items i where i.order_id = p_order_id) order by p.id for no key update;
  v_items := public.recalled_items(p_order_id);
  if v_items is null then
    return public.refused('nothing-recalled');
  end if;
  select jsonb_agg(item.value || jsonb_build_object('stock', public.sellable_stock(p.id, p.stock)) order by item.ordinality)
    into v_short
    from jsonb_array_elements(v_items) with ordinality item
    join public.products p on p.id = (item.value ->> 'product_id')::uuid
   where public.sellable_stock(p.id, p.stock) < (item.value ->> 'quantity')::integer;
  if v_short is not null then
    return public.refused('not-enough-stock', jsonb_build_object('items', v_short));
  end if;

  insert into public.inventory_adjustments
    (product_id, quantity_change, reason, action_type, actor_kind, actor_id, order_id, stock_after, batch_id)
  select p.id, r.quantity, 'Recalled pieces exchanged', 'order_edited', 'admin', public.current_user_id(), p_order_id,
         p.stock + sum(r.quantity) over (partition by p.id order by r.batch_id), r.batch_id
    from public.recalled_pieces_by_batch(array[p_order_id]) r join public.products p on p.id = r.product_id
   order by p.id, r.batch_id;
  with taken as (
    insert into public.inventory_adjustments
      (product_id, quantity_change, reason, action_type, actor_kind, actor_id, order_id, stock_after)
    select p.id, -(item ->> 'quantity')::integer, 'Recalled pieces exchanged', 'order_edited', 'admin', public.current_user_id(), p_order_id, p.stock
      from jsonb_array_elements(v_items) item join public.products p on p.id = (item ->> 'product_id')::uuid
     order by p.id
    returning id
  )
  select array_agg(t.id) into v_taken_ids from taken t;
  -- The batches from which the units are taken, in the order of sale.
  select jsonb_agg(item.value || jsonb_build_object('batches', (
           select jsonb_agg(jsonb_build_object('is_unrecorded', b.is_unrecorded, 'batch_number', b.batch_number,
                    'best_before', b.best_before, 'quantity', -m.quantity_change)
                    order by b.is_unrecorded desc, b.best_before, b.received_at, b.id)
             from public.batch_movements m join public.product_batches b on b.id = m.batch_id
            where m.adjustment_id = any (v_taken_ids) and b.product_id = (item.value ->> 'product_id')::uuid))
           order by item.ordinality)
    into v_items from jsonb_array_elements(v_items) with ordinality item;
  insert into public.order_history (order_id, actor_kind, actor_id, event, details)
  values (p_order_id, 'admin', public.current_user_id(), 'edited', jsonb_build_object('exchanged', v_items));
  return public.done(jsonb_build_object('items', v_items));
end $$;

revoke execute on function public.exchange_recalled_pieces(uuid) from public;
grant execute on function public.exchange_recalled_pieces(uuid) to ninth_bend_admin, ninth_bend_packer;
