-- What the dashboard adds up: 90 days of items would be read anew at each look, 200 ms at 500,000 orders.
-- A London day that is over is kept as its sums. They are made by the first look that needs them
-- (keep_sales_days) and thrown away by whatever changes an order of that day, so they are never told when they are wrong.
-- A sum that every order wrote to would have all orders wait for each other.

create table sales_days (
  day date primary key,
  orders integer not null check (orders >= 0),
  pence bigint not null check (pence >= 0)
);
create table product_sales_days (
  day date not null references sales_days on delete cascade,
  -- Of an item, which holds its product already.
  product_id uuid not null,
  pieces integer not null check (pieces >= 1),
  pence bigint not null check (pence >= 0),
  -- Pieces are added up from the index alone.
  primary key (day, product_id) include (pieces)
);

-- The advisory lock of a London day: no other lock of the shop has a key near these.
create function sales_day_key(p_day date) returns bigint language sql immutable parallel safe
return (20261121::bigint << 32) + (p_day - date '2000-01-01');

-- Whoever changes an order holds its day together with all others who do; whoever adds a day up holds it alone,
-- and so reads after the last of them has ended and before the next begins.
create function forget_sales_day() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_day constant date := (new.created_at at time zone 'Europe/London')::date;
begin
  perform pg_advisory_xact_lock_shared(public.sales_day_key(v_day));
  delete from public.sales_days s where s.day = v_day;
  return null;
end $$;
-- At the very end of a transaction, when everybody has the locks of their order and its products already,
-- so that no two can wait for each other.
create constraint trigger forget_sales_day_of_new after insert on orders
  deferrable initially deferred for each row execute function forget_sales_day();
-- An edit names the total even where other goods come to the same one; a step forward sells nothing.
create constraint trigger forget_sales_day_of_edited after update of total_amount on orders
  deferrable initially deferred for each row execute function forget_sales_day();
create constraint trigger forget_sales_day_of_cancelled after update of status on orders
  deferrable initially deferred for each row
  when ((old.status = 'cancelled') <> (new.status = 'cancelled')) execute function forget_sales_day();

-- Until when a worker has taken a mail: sent again by hand meanwhile, it would go out twice.
alter table outbox add column leased_until timestamptz;
