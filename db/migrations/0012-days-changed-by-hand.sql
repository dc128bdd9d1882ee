-- What the shop itself never does to an order, a hand in the database can: take orders out, empty the table, move an order to
-- another day. Whatever is kept of those days is forgotten then as well.

create function invalidate_daily_sales_of_both_days() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_day date;
begin
  -- In the order of days, as invalidate_daily_sales() would come to them.
  for v_day in
    select distinct (placed.at at time zone 'Europe/London')::date
      from (values (old.created_at), (new.created_at)) placed (at) where placed.at is not null order by 1
  loop
    perform pg_advisory_xact_lock_shared(public.daily_sales_lock_key(v_day));
    delete from public.daily_sales s where s.day = v_day;
  end loop;
  return null;
end $$;
create constraint trigger invalidate_daily_sales_on_delete after delete on orders
  deferrable initially deferred for each row execute function invalidate_daily_sales_of_both_days();
create constraint trigger invalidate_daily_sales_on_date_change after update of created_at on orders
  deferrable initially deferred for each row
  when (old.created_at is distinct from new.created_at) execute function invalidate_daily_sales_of_both_days();

-- Emptying the orders holds the whole table: who adds up a day has ended by then, or begins afterwards and finds nothing.
create function clear_daily_order_totals() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('daily_order_counts'));
  delete from public.daily_order_counts;
  delete from public.daily_sales;
  return null;
end $$;
create trigger clear_daily_order_totals after truncate on orders for each statement execute function clear_daily_order_totals();

create or replace function invalidate_daily_order_counts() returns trigger language plpgsql as $$
declare
  -- The earlier of both days where an order moves: those after it open with it.
  v_at constant timestamptz := least(old.created_at, new.created_at);
begin
  if v_at < now() - interval '14 days' then
    perform pg_advisory_xact_lock(hashtext('daily_order_counts'));
    delete from public.daily_order_counts d where d.day >= (v_at at time zone 'UTC')::date;
  end if;
  return null;
end $$;
create trigger invalidate_daily_order_counts_on_date_change after update of created_at on orders for each row
  when (old.created_at is distinct from new.created_at) execute function invalidate_daily_order_counts();
