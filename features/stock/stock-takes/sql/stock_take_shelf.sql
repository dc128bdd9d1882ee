-- What should be on the shelf for each line of a stock-take: the stock, and the units of pending orders, which are sold but not packed.
-- p_line_ids null: all lines. Placing an order does not change the sum, so no row is locked.
create or replace function public.stock_take_shelf(p_stock_take_id uuid, p_line_ids bigint[])
returns table (line_id bigint, in_books integer, reserved integer)
language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
  with line as materialized (
    select l.id, l.product_id, l.batch_id, b.is_unrecorded, case when l.batch_id is null then p.stock else b.remaining end as in_books
      from public.stock_take_lines l
      join public.products p on p.id = l.product_id
      left join public.product_batches b on b.id = l.batch_id
     where l.stock_take_id = p_stock_take_id and (p_line_ids is null or l.id = any (p_line_ids))
  ), of_product as materialized (
    select i.product_id, sum(i.quantity)::integer as pieces
      from public.orders o join public.order_items i on i.order_id = o.id
     where o.status = 'pending' and i.product_id in (select line.product_id from line) group by i.product_id
  ), of_batch as materialized (
    select b.id as batch_id, b.product_id, (-sum(m.quantity_change))::integer as pieces
      from public.orders o
      join public.batch_movements m on m.order_id = o.id
      join public.product_batches b on b.id = m.batch_id
     where o.status = 'pending' and not b.is_unrecorded and b.product_id in (select line.product_id from line) group by b.id
  )
  select line.id, line.in_books,
         case
           when line.batch_id is null then coalesce(whole.pieces, 0)
           -- Includes units ordered before the product had batches.
           when line.is_unrecorded then coalesce(whole.pieces, 0) - coalesce((
             select sum(other.pieces)::integer from of_batch other where other.product_id = line.product_id), 0)
           else coalesce(own.pieces, 0) end
    from line
    left join of_product whole on whole.product_id = line.product_id
    left join of_batch own on own.batch_id = line.batch_id
   where (select public.is_manager())
$$;

revoke execute on function public.stock_take_shelf(uuid, bigint[]) from public;
grant execute on function public.stock_take_shelf(uuid, bigint[]) to ninth_bend_admin;
