-- Number of orders, or of those in one status. All orders: closed days plus later orders; delivered: all
-- minus the rarer statuses; cancelled: from the daily sums if possible, because they may be many.
create or replace function public.count_orders(p_status text) returns integer
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set max_parallel_workers_per_gather = 0 as $$
declare
  v_open_from timestamptz;
  v_closed integer;
  v_other_statuses text[];
  v_not_cancelled integer;
begin
  if not is_admin() then
    return 0;
  elsif p_status in ('delivered', 'cancelled') then
    v_not_cancelled := count_orders_not_cancelled();
  end if;
  if p_status = 'delivered' then
    v_other_statuses := array(select s.status from order_statuses() s where s.status <> p_status and (v_not_cancelled is null or s.status <> 'cancelled'));
    return coalesce(v_not_cancelled, count_orders(null)) - (select count(*) from orders o where o.status = any (v_other_statuses));
  elsif v_not_cancelled is not null then
    return count_orders(null) - v_not_cancelled;
  elsif p_status is not null then
    return (select count(*) from orders o where o.status = p_status);
  end if;
  select (d.day + 1)::timestamp at time zone 'UTC', d.cumulative_orders into v_open_from, v_closed from daily_order_counts d order by d.day desc limit 1;
  return coalesce(v_closed, 0) + (select count(*) from orders o where o.created_at >= coalesce(v_open_from, '-infinity'));
end $$;

create or replace function public.start_of_london_day(p_day date) returns timestamptz language sql immutable parallel safe
return p_day::timestamp at time zone 'Europe/London';
-- Today has no end: an order placed after midnight may be visible to an earlier transaction.
create or replace function public.end_of_london_day(p_day date) returns timestamptz language sql stable parallel safe
return case when p_day < (now() at time zone 'Europe/London')::date then public.start_of_london_day(p_day + 1) else 'infinity' end;

-- London days since the first order, including today, without a sum in daily_sales; null if there are so many
-- such days, or so few orders, that counting is faster.
create or replace function public.days_without_sums() returns date[]
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_max_days constant integer := 30;
  v_days date[];
begin
  if not exists (select from daily_order_counts) then
    return null;
  end if;
  v_days := array(
    select d::date
      from generate_series((select (min(o.created_at) at time zone 'Europe/London')::date from orders o)::timestamp,
                           (now() at time zone 'Europe/London')::date::timestamp, interval '1 day') d
     where not exists (select from daily_sales s where s.day = d::date)
     limit v_max_days + 1);
  return case when cardinality(v_days) <= v_max_days then v_days end;
end $$;

-- Counts from the daily sums; null if too few days have one.
create or replace function public.count_orders_not_cancelled() returns integer
language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  v_open_days constant date[] := days_without_sums();
  v_statuses constant text[] := array(select s.status from order_statuses() s where s.status <> 'cancelled');
begin
  if v_open_days is null then
    return null;
  end if;
  return (select coalesce(sum(s.orders), 0) from daily_sales s)
    + (select count(*) from unnest(v_open_days) as open_days (day)
        cross join lateral (select from orders o
          where o.status = any (v_statuses) and o.created_at >= start_of_london_day(open_days.day)
            and o.created_at < end_of_london_day(open_days.day) offset 0) o);
end $$;

revoke execute on function public.count_orders(text), public.count_orders_not_cancelled(), public.start_of_london_day(date), public.end_of_london_day(date),
  public.days_without_sums() from public;
grant execute on function public.count_orders(text) to ninth_bend_admin;
