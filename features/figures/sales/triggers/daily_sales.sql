-- Deletes the cached sums of a London day when one of its orders changes, and daily_order_counts. This is the advisory lock of a day;
-- no other lock of the shop has a key in this range.
create or replace function public.daily_sales_lock_key(p_day date) returns bigint language sql immutable parallel safe
return (20261121::bigint << 32) + (p_day - date '2000-01-01');

-- Order changes share the day's lock; cache_daily_sales() takes it exclusively, so it never sums up a day
-- while one of its orders changes.
create or replace function public.invalidate_daily_sales() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_first_day constant date := (least(old.created_at, new.created_at) at time zone 'Europe/London')::date;
  v_last_day constant date := (greatest(old.created_at, new.created_at) at time zone 'Europe/London')::date;
begin
  -- A step of the status changes no sum. An edit sets the total even if it stays the same, and leaves the status.
  if tg_op = 'UPDATE' and old.status <> new.status and 'cancelled' not in (old.status, new.status)
     and (old.total_amount, old.created_at) = (new.total_amount, new.created_at) then
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(public.daily_sales_lock_key(v_first_day));
  delete from public.daily_sales s where s.day = v_first_day;
  -- Manual SQL may move an order. In order of days, so that two transactions do not deadlock.
  if v_last_day <> v_first_day then
    perform pg_advisory_xact_lock_shared(public.daily_sales_lock_key(v_last_day));
    delete from public.daily_sales s where s.day = v_last_day;
  end if;
  -- Inserting, deleting or moving an order with an old date removes the numbers of orders from that day on.
  if least(old.created_at, new.created_at) < now() - interval '14 days' and old.created_at is distinct from new.created_at then
    perform pg_advisory_xact_lock(hashtext('daily_order_counts'));
    delete from public.daily_order_counts d where d.day >= (least(old.created_at, new.created_at) at time zone 'UTC')::date;
  end if;
  return null;
end $$;
-- Deferred to the end of the transaction, when all row locks are held, so two transactions cannot deadlock.
create constraint trigger invalidate_daily_sales after insert or delete or update of total_amount, status, created_at on orders
  deferrable initially deferred for each row execute function invalidate_daily_sales();

-- An exchange of recalled units does not change the order, but other batches may have another cost
-- (daily_product_costs).
create or replace function public.invalidate_daily_sales_of_edited_order() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_day constant date := (select (o.created_at at time zone 'Europe/London')::date from public.orders o where o.id = new.order_id);
begin
  perform pg_advisory_xact_lock_shared(public.daily_sales_lock_key(v_day));
  delete from public.daily_sales s where s.day = v_day;
  return null;
end $$;
create constraint trigger invalidate_daily_sales_on_edit after insert on inventory_adjustments
  deferrable initially deferred for each row when (new.action_type = 'order_edited') execute function invalidate_daily_sales_of_edited_order();

-- Truncate locks orders exclusively, so nothing is summed up meanwhile.
create or replace function public.clear_daily_order_totals() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('daily_order_counts'));
  delete from public.daily_order_counts;
  delete from public.daily_sales;
  return null;
end $$;
create or replace trigger clear_daily_order_totals after truncate on orders
  for each statement execute function clear_daily_order_totals();
