-- Ways back to a product: alerts when it is in stock again, and products that go well with it.

-- Who asked for one email when a product is in stock again; deleted as soon as that email is queued.
create table stock_alerts (
  id bigint generated always as identity primary key,
  product_id uuid not null references products on delete cascade,
  email email_address not null check (email = lower(email)),
  -- The same for all open alerts of an address: one click stops all of them.
  stop_token uuid not null,
  created_at timestamptz not null default now(),
  unique (product_id, email)
);
create index stock_alerts_by_email on stock_alerts (email);
create index stock_alerts_by_stop_token on stock_alerts (stop_token);
create index stock_alerts_by_age on stock_alerts (created_at);
-- The emails about them that are not sent yet can be stopped too.
create index outbox_stock_alerts on outbox ((payload ->> 'stop_token')) where kind = 'stock-alert';

-- The owner's picks for the section "Goes well with" of a product.
create table product_pairings (
  product_id uuid not null references products on delete cascade,
  pairs_with_id uuid not null references products on delete cascade check (pairs_with_id <> product_id),
  position smallint not null check (position between 1 and 4),
  primary key (product_id, position),
  unique (product_id, pairs_with_id)
);
create index product_pairings_by_pairs_with on product_pairings (pairs_with_id);

-- Derived from orders by refresh_bought_together(). Never fewer than five customers, so that no row tells what one person bought.
create table bought_together (
  product_id uuid not null references products on delete cascade,
  other_id uuid not null references products on delete cascade,
  position smallint not null check (position >= 1),
  customers integer not null check (customers >= 5),
  primary key (product_id, position),
  unique (product_id, other_id)
);
create index bought_together_by_other on bought_together (other_id);
-- When bought_together was refreshed; one row.
create table bought_together_refresh (
  is_only_row boolean primary key default true check (is_only_row),
  refreshed_at timestamptz not null
);
