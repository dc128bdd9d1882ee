-- Recalled units of unsent orders, by batch. Units without a recorded batch belong to the batch "not
-- recorded", as in find_batch_orders.
create or replace function public.recalled_pieces_by_batch(p_order_ids uuid[])
returns table (order_id uuid, product_id uuid, batch_id uuid, quantity integer)
language sql stable security definer set search_path = '' as $$
  select o.id, i.product_id, held.batch_id, held.quantity
    from public.orders o
    join public.order_items i on i.order_id = o.id
   cross join lateral (
     with named as (
       select b.id, b.is_recalled, -sum(m.quantity_change) as quantity
         from public.batch_movements m join public.product_batches b on b.id = m.batch_id
        where m.order_id = o.id and b.product_id = i.product_id and not b.is_unrecorded group by b.id)
     select n.id as batch_id, n.quantity::integer from named n where n.is_recalled
      union all
     select b.id, i.quantity - coalesce((select sum(n.quantity) from named n), 0)::integer
       from public.product_batches b where b.product_id = i.product_id and b.is_unrecorded and b.is_recalled) held
   -- Without a recall, no order is read.
   where exists (select from public.recalls) and o.id = any (p_order_ids) and o.status in ('pending', 'processing') and held.quantity > 0
$$;

-- The number of recalled units in these unsent orders, for packers too.
create or replace function public.find_recalled_pieces(p_order_ids uuid[])
returns table (order_id uuid, product_id uuid, quantity integer)
language sql stable security definer set search_path = '' as $$
  select r.order_id, r.product_id, sum(r.quantity)::integer
    from public.recalled_pieces_by_batch(p_order_ids) r where (select public.is_admin()) group by r.order_id, r.product_id
$$;

-- [{product_id, name, quantity}] of one order, in the order of its lines; null without recalled units.
create or replace function public.recalled_items(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('product_id', i.product_id, 'name', i.product_name, 'quantity', r.quantity) order by i.line_number)
    from public.find_recalled_pieces(array[p_order_id]) r
    join public.order_items i on i.order_id = r.order_id and i.product_id = r.product_id
$$;

revoke execute on function
  public.recalled_pieces_by_batch(uuid[]), public.find_recalled_pieces(uuid[]), public.recalled_items(uuid) from public;
grant execute on function public.find_recalled_pieces(uuid[]) to ninth_bend_admin, ninth_bend_packer;
