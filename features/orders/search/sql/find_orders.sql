-- A page of order IDs by search and status, newest first, or of those to send, oldest first; without either also its time range, which is
-- cheaper to read. Checks the administrator itself, because row-level security would keep the text search from its index.
drop function if exists public.find_orders(text, text, integer, integer);
create function public.find_orders(p_search text, p_status text, p_page integer, p_page_size integer)
returns table (order_ids uuid[], page integer, total integer, is_more boolean, newest timestamptz, oldest timestamptz)
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off set max_parallel_workers_per_gather = 0 as $$
declare
  -- Up to this offset, skipping orders is cheaper than adding up days.
  v_max_skipped constant integer := 1000;
  v_before integer;
  v_after integer;
  v_until timestamptz;
  v_offset_in_day integer;
  v_other_statuses text[];
  v_open_days date[];
begin
  if not is_admin() then
    return;
  end if;
  is_more := false;
  if p_status = 'to-send' then
    return query select * from find_orders_to_send(p_search, p_page, p_page_size);
    return;
  end if;
  if coalesce(p_search, '') ~ '\S' then
    order_ids := search_orders(p_search, p_status, max_search_results());
    total := cardinality(order_ids);
    is_more := total = max_search_results();
  else
    total := count_orders(p_status);
  end if;
  select l.page, l.before, l.after into page, v_before, v_after from page_bounds(total, p_page, p_page_size) l;

  if order_ids is not null then
    order_ids := order_ids[v_before + 1 : least(v_before + p_page_size, total)];
    return next;
    return;
  end if;
  -- Far from both ends, the closed days show on which day the page begins.
  if p_status is null and least(v_before, v_after) > v_max_skipped then
    select (d.day + 1)::timestamp at time zone 'UTC', v_before - (total - d.cumulative_orders) into v_until, v_offset_in_day
      from daily_order_counts d where d.cumulative_orders >= total - v_before order by d.cumulative_orders, d.day limit 1;
  elsif p_status = 'delivered' and least(v_before, v_after) > total / 10 then
    -- In the middle, subtracting the other statuses from each day's orders is cheaper. daily_sales excludes
    -- cancelled orders, which are the most.
    v_open_days := days_without_sums();
    v_other_statuses := array(select s.status from order_statuses() s where s.status <> p_status and (v_open_days is null or s.status <> 'cancelled'));
    if v_open_days is null then
      select (d.day + 1)::timestamp at time zone 'UTC', v_before - d.before into v_until, v_offset_in_day
        from (select d.day, total - sum(d.orders - coalesce(others.orders, 0)) over (order by d.day) as before
                from daily_order_counts d
                left join (select (o.created_at at time zone 'UTC')::date as day, count(*) as orders from orders o
                            where o.status = any (v_other_statuses) group by 1) others on others.day = d.day) d
       where d.before <= v_before order by d.day limit 1;
    else
      select start_of_london_day(d.day + 1), v_before - d.before into v_until, v_offset_in_day
        from (select d.day, total - sum(d.orders) over (order by d.day) as before
                from (select s.day, s.orders - coalesce(others.orders, 0) as orders
                        from daily_sales s
                        left join (select (o.created_at at time zone 'Europe/London')::date as day, count(*) as orders from orders o
                                    where o.status = any (v_other_statuses) group by 1) others on others.day = s.day
                      union all
                      select open_days.day, count(o.status)
                        from unnest(v_open_days) as open_days (day)
                        left join lateral (select o.status from orders o
                          where o.status = p_status and o.created_at >= start_of_london_day(open_days.day)
                            and o.created_at < end_of_london_day(open_days.day) offset 0) o on true
                       group by open_days.day) d) d
       where d.before <= v_before order by d.day limit 1;
    end if;
  end if;
  if v_until is not null or v_before <= v_after then
    select coalesce(array_agg(l.id order by l.created_at desc, l.id), '{}'), max(l.created_at), min(l.created_at) into order_ids, newest, oldest
      from (select o.id, o.created_at from orders o
             where (p_status is null or o.status = p_status) and (v_until is null or o.created_at < v_until)
             order by o.created_at desc, o.id offset case when v_until is null then v_before else v_offset_in_day end limit p_page_size) l;
  else
    -- Pages nearer to the end are read from there.
    select array_agg(l.id order by l.created_at desc, l.id), max(l.created_at), min(l.created_at) into order_ids, newest, oldest
      from (select o.id, o.created_at from orders o where (p_status is null or o.status = p_status)
             order by o.created_at, o.id desc offset v_after limit total - v_before - v_after) l;
  end if;
  if p_status is not null then
    newest := null;
    oldest := null;
  end if;
  return next;
end $$;

revoke execute on function public.find_orders(text, text, integer, integer) from public;
grant execute on function public.find_orders(text, text, integer, integer) to ninth_bend_admin, ninth_bend_packer;
