-- The products of which most pieces were sold from one London day to another, cancelled orders left out.
-- Days that are kept are read as kept, the others, as a rule today alone, from their orders.
-- What each came to is looked up for those few that are shown: pieces fit an index that is read alone, and sum up quicker.
create or replace function public.find_best_sellers(p_first date, p_last date, p_limit integer)
returns table (product_id uuid, name text, pieces integer, pence bigint)
language plpgsql stable security definer
set search_path = '' set jit = off set work_mem = '32MB' set plan_cache_mode = force_custom_plan as $$
declare
  v_days date[] := array(select d::date from generate_series(p_first, p_last, interval '1 day') d);
  v_kept date[] := array(select s.day from public.sales_days s where s.day between p_first and p_last);
begin
  if not public.is_admin() then
    return;
  end if;
  return query
    with fresh as materialized (
      select item.product_id, sum(item.quantity)::integer as pieces, (sum(item.subtotal) * 100)::bigint as pence
        from unnest(v_days) as missing (day)
       -- Day by day and order by order: the planner would rather read all orders and items there ever were.
       cross join lateral (
         select o.id from public.orders o
          where o.created_at >= (missing.day::timestamp at time zone 'Europe/London')
            and o.created_at < ((missing.day + 1)::timestamp at time zone 'Europe/London') and o.status <> 'cancelled'
         offset 0) placed
       cross join lateral (select i.product_id, i.quantity, i.subtotal from public.order_items i where i.order_id = placed.id offset 0) item
       where missing.day <> all (v_kept)
       group by item.product_id
    ), best as (
      select sold.product_id, sum(sold.pieces) as pieces
        from (select k.product_id, k.pieces from public.product_sales_days k where k.day between p_first and p_last
              union all
              select f.product_id, f.pieces from fresh f) sold
       group by sold.product_id order by 2 desc, 1 limit p_limit
    )
    select b.product_id, p.name::text, b.pieces::integer,
           (coalesce((select f.pence from fresh f where f.product_id = b.product_id), 0)
            + coalesce((select sum(k.pence) from public.product_sales_days k
                         where k.day = any (v_kept) and k.product_id = b.product_id), 0))::bigint
      from best b join public.products p on p.id = b.product_id
     order by b.pieces desc, b.product_id;
end $$;

revoke execute on function public.find_best_sellers(date, date, integer) from public;
grant execute on function public.find_best_sellers(date, date, integer) to ninth_bend_admin;
