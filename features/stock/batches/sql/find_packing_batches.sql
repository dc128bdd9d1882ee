-- The batches from which the units of orders are taken, in the order of sale; for packers too, so without
-- costs. Units sold before batches were recorded have none.
create or replace function public.find_packing_batches(p_order_ids uuid[])
returns table (order_id uuid, product_id uuid, is_unrecorded boolean, batch_number text, best_before date, quantity integer)
language sql stable security definer set search_path = '' as $$
  select m.order_id, b.product_id, b.is_unrecorded, b.batch_number, b.best_before, (-sum(m.quantity_change))::integer
    from public.batch_movements m join public.product_batches b on b.id = m.batch_id
   where m.order_id = any (p_order_ids) and (select public.is_admin())
   group by m.order_id, b.id having sum(m.quantity_change) < 0
   order by m.order_id, b.product_id, b.is_unrecorded desc, b.best_before, b.received_at, b.id
$$;

revoke execute on function public.find_packing_batches(uuid[]) from public;
grant execute on function public.find_packing_batches(uuid[]) to ninth_bend_admin, ninth_bend_packer;
