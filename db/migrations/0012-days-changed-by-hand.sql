-- What the shop itself never does to an order, a hand in the database can: take orders out, empty the table, move an order to
-- another day. Whatever is kept of those days is forgotten then as well.

create function forget_sales_days_by_hand() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_day date;
begin
  -- In the order of days, as forget_sales_day() would come to them.
  for v_day in
    select distinct (placed.at at time zone 'Europe/London')::date
      from (values (old.created_at), (new.created_at)) placed (at) where placed.at is not null order by 1
  loop
    perform pg_advisory_xact_lock_shared(public.sales_day_key(v_day));
    delete from public.sales_days s where s.day = v_day;
  end loop;
  return null;
end $$;
create constraint trigger forget_sales_day_of_removed after delete on orders
  deferrable initially deferred for each row execute function forget_sales_days_by_hand();
create constraint trigger forget_sales_days_of_moved after update of created_at on orders
  deferrable initially deferred for each row
  when (old.created_at is distinct from new.created_at) execute function forget_sales_days_by_hand();

-- Emptying the orders holds the whole table: who adds up a day has ended by then, or begins afterwards and finds nothing.
create function forget_all_order_days() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('order_days'));
  delete from public.order_days;
  delete from public.sales_days;
  return null;
end $$;
create trigger forget_all_order_days after truncate on orders for each statement execute function forget_all_order_days();

create or replace function reopen_order_days() returns trigger language plpgsql as $$
declare
  -- The earlier of both days where an order moves: those after it open with it.
  v_at constant timestamptz := least(old.created_at, new.created_at);
begin
  if v_at < now() - interval '14 days' then
    perform pg_advisory_xact_lock(hashtext('order_days'));
    delete from public.order_days d where d.day >= (v_at at time zone 'UTC')::date;
  end if;
  return null;
end $$;
create trigger reopen_order_days_of_moved after update of created_at on orders for each row
  when (old.created_at is distinct from new.created_at) execute function reopen_order_days();
