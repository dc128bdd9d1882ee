-- How many units of these batches each order has now; null: of the whole product. Units without a recorded
-- batch, as in older orders, belong to the batch "not recorded".
create or replace function public.find_batch_orders(p_product_id uuid, p_batch_ids uuid[])
returns table (order_id uuid, quantity integer)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  if not public.is_manager() then
    return;
  end if;
  if p_batch_ids is null or exists (
    select from public.product_batches b where b.product_id = p_product_id and b.is_unrecorded and b.id = any (p_batch_ids)) then
    -- What the ledger has for the order, minus its units of other batches.
    return query
      select held.order_id, (-sum(held.quantity_change))::integer
        from (
          select a.order_id, a.quantity_change from public.inventory_adjustments a where a.product_id = p_product_id and a.order_id is not null
          union all
          select m.order_id, -m.quantity_change from public.batch_movements m
            join public.product_batches b on b.id = m.batch_id
           where b.product_id = p_product_id and b.id <> all (p_batch_ids) and not b.is_unrecorded and m.order_id is not null
        ) held
       group by held.order_id having sum(held.quantity_change) < 0;
  else
    return query
      select m.order_id, (-sum(m.quantity_change))::integer
        from public.batch_movements m
       where m.batch_id = any (p_batch_ids) and m.order_id is not null
         and m.batch_id in (select b.id from public.product_batches b where b.product_id = p_product_id)
       group by m.order_id having sum(m.quantity_change) < 0;
  end if;
end $$;

revoke execute on function public.find_batch_orders(uuid, uuid[]) from public;
grant execute on function public.find_batch_orders(uuid, uuid[]) to ninth_bend_admin;
