-- Deletes the cached sums of a London day when one of its orders changes. This is the advisory lock of a day;
-- no other lock of the shop has a key in this range.
create or replace function public.daily_sales_lock_key(p_day date) returns bigint language sql immutable parallel safe
return (20261121::bigint << 32) + (p_day - date '2000-01-01');

-- Order changes share the day's lock; cache_daily_sales() takes it exclusively, so it never sums up a day
-- while one of its orders changes.
create or replace function public.invalidate_daily_sales() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_day constant date := (new.created_at at time zone 'Europe/London')::date;
begin
  perform pg_advisory_xact_lock_shared(public.daily_sales_lock_key(v_day));
  delete from public.daily_sales s where s.day = v_day;
  return null;
end $$;
-- Deferred to the end of the transaction, when all row locks are held, so two transactions cannot deadlock.
-- PostgreSQL has no "create or replace constraint trigger".
drop trigger if exists invalidate_daily_sales_on_insert on orders;
create constraint trigger invalidate_daily_sales_on_insert after insert on orders
  deferrable initially deferred for each row execute function invalidate_daily_sales();
-- An edit sets total_amount even if it does not change.
drop trigger if exists invalidate_daily_sales_on_total_change on orders;
create constraint trigger invalidate_daily_sales_on_total_change after update of total_amount on orders
  deferrable initially deferred for each row execute function invalidate_daily_sales();
drop trigger if exists invalidate_daily_sales_on_cancellation on orders;
create constraint trigger invalidate_daily_sales_on_cancellation after update of status on orders
  deferrable initially deferred for each row
  when ((old.status = 'cancelled') <> (new.status = 'cancelled')) execute function invalidate_daily_sales();

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
drop trigger if exists invalidate_daily_sales_on_edit on inventory_adjustments;
create constraint trigger invalidate_daily_sales_on_edit after insert on inventory_adjustments
  deferrable initially deferred for each row when (new.action_type = 'order_edited') execute function invalidate_daily_sales_of_edited_order();

-- Manual SQL may delete orders, empty the table, or move an order to another day.
create or replace function public.invalidate_daily_sales_of_both_days() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_day date;
begin
  -- Locked by day, so that two transactions do not deadlock.
  for v_day in
    select distinct (placed.at at time zone 'Europe/London')::date
      from (values (old.created_at), (new.created_at)) placed (at) where placed.at is not null order by 1
  loop
    perform pg_advisory_xact_lock_shared(public.daily_sales_lock_key(v_day));
    delete from public.daily_sales s where s.day = v_day;
  end loop;
  return null;
end $$;
drop trigger if exists invalidate_daily_sales_on_delete on orders;
create constraint trigger invalidate_daily_sales_on_delete after delete on orders
  deferrable initially deferred for each row execute function invalidate_daily_sales_of_both_days();
drop trigger if exists invalidate_daily_sales_on_date_change on orders;
create constraint trigger invalidate_daily_sales_on_date_change after update of created_at on orders
  deferrable initially deferred for each row
  when (old.created_at is distinct from new.created_at) execute function invalidate_daily_sales_of_both_days();

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
