-- What the dashboard adds up: 90 days of items would be read anew at each look, 200 ms at 500,000 orders.
-- A London day that is over is kept as its sums. They are made by the first look that needs them
-- (cache_daily_sales) and thrown away by whatever changes an order of that day, so they are never told when they are wrong.
-- A sum that every order wrote to would have all orders wait for each other.

create table daily_sales (
  day date primary key,
  orders integer not null check (orders >= 0),
  pence bigint not null check (pence >= 0)
);
create table daily_product_sales (
  day date not null references daily_sales on delete cascade,
  -- Of an item, which holds its product already.
  product_id uuid not null,
  quantity integer not null check (quantity >= 1),
  pence bigint not null check (pence >= 0),
  -- Pieces are added up from the index alone.
  primary key (day, product_id) include (quantity)
);

-- The advisory lock of a London day: no other lock of the shop has a key near these.
create function daily_sales_lock_key(p_day date) returns bigint language sql immutable parallel safe
return (20261121::bigint << 32) + (p_day - date '2000-01-01');

-- Whoever changes an order holds its day together with all others who do; whoever adds a day up holds it alone,
-- and so reads after the last of them has ended and before the next begins.
create function invalidate_daily_sales() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_day constant date := (new.created_at at time zone 'Europe/London')::date;
begin
  perform pg_advisory_xact_lock_shared(public.daily_sales_lock_key(v_day));
  delete from public.daily_sales s where s.day = v_day;
  return null;
end $$;
-- At the very end of a transaction, when everybody has the locks of their order and its products already,
-- so that no two can wait for each other.
create constraint trigger invalidate_daily_sales_on_insert after insert on orders
  deferrable initially deferred for each row execute function invalidate_daily_sales();
-- An edit names the total even where other goods come to the same one; a step forward sells nothing.
create constraint trigger invalidate_daily_sales_on_total_change after update of total_amount on orders
  deferrable initially deferred for each row execute function invalidate_daily_sales();
create constraint trigger invalidate_daily_sales_on_cancellation after update of status on orders
  deferrable initially deferred for each row
  when ((old.status = 'cancelled') <> (new.status = 'cancelled')) execute function invalidate_daily_sales();

-- Until when a worker has taken a mail: sent again by hand meanwhile, it would go out twice.
alter table outbox add column leased_until timestamptz;
