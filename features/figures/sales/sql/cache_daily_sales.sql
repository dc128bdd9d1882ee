-- Caches up to p_limit completed London days of a range, the latest first, and returns how many. Results do
-- not depend on it.
create or replace function public.cache_completed_days(p_first_day date, p_last_day date, p_limit integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_locked_days date[];
  v_cached integer;
begin
  -- Few days at a time, because cancelling one of their orders waits for these locks
  -- (invalidate_daily_sales()).
  v_locked_days := array(
    select missing.day
      from (select d::date as day
              from generate_series(p_first_day, least(p_last_day, (now() at time zone 'Europe/London')::date - 1), interval '1 day') d
             where not exists (select from public.daily_sales s where s.day = d::date)
             order by d desc offset 0) missing
     where pg_try_advisory_xact_lock(public.daily_sales_lock_key(missing.day))
     limit p_limit);
  if v_locked_days = '{}' then
    return 0;
  end if;

  -- A new statement sees what was committed before the locks were acquired.
  with placed as materialized (
    -- `offset 0` forces a nested loop per day; the planner would scan all orders and items.
    select missing.day, o.id, o.total_amount, o.delivery_charge
      from unnest(v_locked_days) as missing (day)
     cross join lateral (
       select o.id, o.total_amount, o.delivery_charge from public.orders o
        where o.created_at >= (missing.day::timestamp at time zone 'Europe/London')
          and o.created_at < ((missing.day + 1)::timestamp at time zone 'Europe/London') and o.status <> 'cancelled'
       offset 0) o
     where not exists (select from public.daily_sales s where s.day = missing.day)
  ), kept as (
    insert into public.daily_sales (day, orders, pence, delivery_pence)
    select missing.day, count(p.id), coalesce(sum(p.total_amount) * 100, 0), coalesce(sum(p.delivery_charge) * 100, 0)
      from unnest(v_locked_days) as missing (day) left join placed p on p.day = missing.day
     group by missing.day
        on conflict do nothing
    returning day
  ), kept_products as (
    insert into public.daily_product_sales (day, product_id, quantity, pence)
    select p.day, i.product_id, sum(i.quantity), sum(i.subtotal) * 100
      from placed p join kept k on k.day = p.day
     cross join lateral (select i.product_id, i.quantity, i.subtotal from public.order_items i where i.order_id = p.id offset 0) i
     group by p.day, i.product_id order by p.day, i.product_id
  ), kept_costs as (
    insert into public.daily_product_costs (day, product_id, quantity, pence, cost_pence)
    select c.day, c.product_id, c.quantity, c.pence, c.cost_pence
      from public.sum_costed_sales(array(select k.day from kept k order by 1)) c order by c.day, c.product_id
  ), kept_vat as (
    insert into public.daily_vat_sales (day, vat_rate, pence, delivery_pence, vat_pence)
    select v.day, v.vat_rate, v.pence, v.delivery_pence, v.vat_pence
      from public.sum_vat_sales(array(select k.day from kept k order by 1)) v
  )
  select count(*) into v_cached from kept;
  return v_cached;
end $$;

-- Dropped first, because an older version returned nothing.
drop function if exists public.cache_daily_sales(date, date);
create function public.cache_daily_sales(p_first_day date, p_last_day date) returns integer
language sql security definer set search_path = '' as $$
  select case when public.is_manager() then public.cache_completed_days(p_first_day, p_last_day, 5) else 0 end
$$;

-- Caches the latest missing day since the first order in the background, and returns how many days were
-- cached. Null while another process does it.
create or replace function public.cache_missing_day() returns integer
language plpgsql security definer set search_path = '' as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('cache_missing_day')) then
    return null;
  end if;
  return public.cache_completed_days(
    (select (min(o.created_at) at time zone 'Europe/London')::date from public.orders o), (now() at time zone 'Europe/London')::date, 1);
end $$;

revoke execute on function public.cache_completed_days(date, date, integer), public.cache_daily_sales(date, date), public.cache_missing_day() from public;
grant execute on function public.cache_daily_sales(date, date) to ninth_bend_admin;
grant execute on function public.cache_missing_day() to ninth_bend_worker;
