-- What an owner may choose, one row a setting. The rules are in shop/settings/; the shop writes the first values when it starts.
create table settings (
  name text primary key check (name ~ '^[a-z]+(_[a-z]+)*$'),
  value jsonb not null,
  -- A value that the owner has set is not replaced by the environment's at the next start.
  set_by text not null default 'start' check (set_by in ('start', 'owner')),
  updated_at timestamptz not null default now()
);

-- The sum of a customer's open orders is read whenever they place one.
create index open_orders_by_customer on orders (user_id) include (total_amount) where status in ('pending', 'processing', 'shipped');
