-- Appends days to daily_order_counts on a status change, up to two weeks ago: no transaction lasts that long.
create or replace function public.extend_daily_order_counts() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_until constant date := (now() at time zone 'UTC')::date - 14;
  v_from date := (select max(d.day) + 1 from public.daily_order_counts d);
  v_before integer;
  v_min_orders constant integer := 2000;
begin
  if v_from >= v_until or not pg_try_advisory_xact_lock(hashtext('daily_order_counts')) then
    return null;
  end if;
  -- Read again under the lock, because another transaction may have added days.
  v_from := coalesce((select max(d.day) + 1 from public.daily_order_counts d), (select (min(o.created_at) at time zone 'UTC')::date from public.orders o));
  v_before := coalesce((select max(d.cumulative_orders) from public.daily_order_counts d), 0);
  -- For few orders, counting is faster than looking them up here.
  if (select count(*) from (select from public.orders o where o.created_at >= v_from::timestamp at time zone 'UTC'
        and o.created_at < v_until::timestamp at time zone 'UTC' limit v_min_orders) old_ones) < v_min_orders then
    return null;
  end if;
  insert into public.daily_order_counts (day, orders, cumulative_orders)
  select day.at::date, count(o.id), v_before + sum(count(o.id)) over (order by day.at)
    from generate_series(v_from::timestamp, v_until - interval '1 day', '1 day') day (at)
    left join (select o.id, (o.created_at at time zone 'UTC')::date as day from public.orders o
                where o.created_at >= v_from::timestamp at time zone 'UTC' and o.created_at < v_until::timestamp at time zone 'UTC') o on o.day = day.at
   group by day.at;
  return null;
end $$;
create or replace trigger extend_daily_order_counts after update of status on orders
  for each statement execute function extend_daily_order_counts();
