-- At most 100 products with the highest quantity in a range of London days, without cancelled orders. Only
-- the top 100 of the cached days and products sold on other days are candidates, so only those are added up.
create or replace function public.find_best_sellers(p_first_day date, p_last_day date, p_limit integer)
returns table (product_id uuid, name text, quantity integer, pence bigint)
language plpgsql stable security definer
set search_path = '' set jit = off set plan_cache_mode = force_custom_plan as $$
declare
  v_days date[] := array(select d::date from generate_series(p_first_day, p_last_day, interval '1 day') d);
  v_cached_days date[] := array(select s.day from public.daily_sales s where s.day between p_first_day and p_last_day);
  v_best uuid[];
begin
  if not public.is_manager() then
    return;
  end if;
  select b.product_ids into v_best from public.best_sellers_cache b
   where b.days = p_last_day - p_first_day + 1 and b.period_start = p_first_day and b.sales_fingerprint = public.daily_sales_fingerprint(p_first_day, p_last_day);
  if not found then
    v_best := public.rank_cached_best_sellers(p_first_day, p_last_day);
  end if;
  return query
    with fresh as materialized (
      select item.product_id, sum(item.quantity)::integer as quantity, (sum(item.subtotal) * 100)::bigint as pence
        from unnest(v_days) as missing (day)
       -- `offset 0` forces a nested loop per day; the planner would scan all orders and items.
       cross join lateral (
         select o.id from public.orders o
          where o.created_at >= (missing.day::timestamp at time zone 'Europe/London')
            and o.created_at < ((missing.day + 1)::timestamp at time zone 'Europe/London') and o.status <> 'cancelled'
         offset 0) placed
       cross join lateral (select i.product_id, i.quantity, i.subtotal from public.order_items i where i.order_id = placed.id offset 0) item
       where missing.day <> all (v_cached_days)
       group by item.product_id
    ), sold as (
      select c.product_id, coalesce(k.quantity, 0) + coalesce(f.quantity, 0) as quantity, coalesce(k.pence, 0) + coalesce(f.pence, 0) as pence
        from (select unnest(v_best) as product_id union select f.product_id from fresh f) c
        left join fresh f on f.product_id = c.product_id
       -- `offset 0` forces a lookup per product; the planner would scan all days.
       cross join lateral (
         select sum(k.quantity) as quantity, sum(k.pence) as pence from public.daily_product_sales k
          where k.product_id = c.product_id and k.day between p_first_day and p_last_day
         offset 0) k
       order by 2 desc, 1 limit least(p_limit, 100)
    )
    select s.product_id, p.name::text, s.quantity::integer, s.pence::bigint
      from sold s join public.products p on p.id = s.product_id
     order by s.quantity desc, s.product_id;
end $$;

revoke execute on function public.find_best_sellers(date, date, integer) from public;
grant execute on function public.find_best_sellers(date, date, integer) to ninth_bend_admin;
