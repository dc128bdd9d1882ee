-- Number of orders, or of those in one status. All orders: closed days plus those since. Delivered: all minus the other, rarer ones.
create or replace function public.count_orders(p_status text) returns integer
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set max_parallel_workers_per_gather = 0 as $$
declare
  v_open_from timestamptz;
  v_closed integer;
  v_other_statuses text[];
begin
  if not is_admin() then
    return 0;
  elsif p_status = 'delivered' then
    v_other_statuses := array(select s.status from order_statuses() s where s.status <> p_status);
    return count_orders(null) - (select count(*) from orders o where o.status = any (v_other_statuses));
  elsif p_status is not null then
    return (select count(*) from orders o where o.status = p_status);
  end if;
  select (d.day + 1)::timestamp at time zone 'UTC', d.cumulative_orders into v_open_from, v_closed from daily_order_counts d order by d.day desc limit 1;
  return coalesce(v_closed, 0) + (select count(*) from orders o where o.created_at >= coalesce(v_open_from, '-infinity'));
end $$;

revoke execute on function public.count_orders(text) from public;
grant execute on function public.count_orders(text) to ninth_bend_admin;
