-- How many recalled pieces wait to be sent in these orders, for packers too. Pieces that no batch was recorded for are those of the
-- batch "not recorded", as in find_batch_orders.
create or replace function public.find_recalled_pieces(p_order_ids uuid[])
returns table (order_id uuid, product_id uuid, quantity integer)
language sql stable security definer set search_path = '' as $$
  select i.order_id, i.product_id, held.recalled
    from public.orders o
    join public.order_items i on i.order_id = o.id
   cross join lateral (
     select coalesce(-sum(m.quantity_change), 0) as pieces, coalesce(-sum(m.quantity_change) filter (where b.is_recalled), 0) as recalled
       from public.batch_movements m join public.product_batches b on b.id = m.batch_id
      where m.order_id = o.id and b.product_id = i.product_id and not b.is_unrecorded) named
   cross join lateral (
     select (named.recalled + case when exists (
       select from public.product_batches b where b.product_id = i.product_id and b.is_unrecorded and b.is_recalled)
       then i.quantity - named.pieces else 0 end)::integer as recalled) held
   -- Without any recall no order is read.
   where exists (select from public.recalls) and o.id = any (p_order_ids) and o.status in ('pending', 'processing') and held.recalled > 0 and (select public.is_admin())
$$;

-- [{product_id, name, quantity}] of one order, in the order of its lines; null without recalled pieces.
create or replace function public.recalled_items(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('product_id', i.product_id, 'name', i.product_name, 'quantity', r.quantity) order by i.line_number)
    from public.find_recalled_pieces(array[p_order_id]) r
    join public.order_items i on i.order_id = r.order_id and i.product_id = r.product_id
$$;

revoke execute on function public.find_recalled_pieces(uuid[]), public.recalled_items(uuid) from public;
grant execute on function public.find_recalled_pieces(uuid[]) to ninth_bend_admin, ninth_bend_packer;
