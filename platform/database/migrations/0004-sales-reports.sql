-- Sums of closed days, derived from orders.

-- Sums of a London day, cached when first read (cache_daily_sales) and deleted by any change of an order of that day.
-- Orders do not add to them: they would all wait for one row.
create table daily_sales (
  day date primary key,
  orders integer not null check (orders >= 0),
  pence bigint not null check (pence >= 0),
  -- A new number each time the day is cached: daily_sales_fingerprint() detects lists of outdated sums by it.
  revision bigint generated always as identity
);
create table daily_product_sales (
  day date not null references daily_sales on delete cascade,
  -- No foreign key: order_items has one.
  product_id uuid not null,
  quantity integer not null check (quantity >= 1),
  pence bigint not null check (pence >= 0),
  -- With the quantity, so that it is summed by an index-only scan.
  primary key (day, product_id) include (quantity)
);
create index daily_product_sales_by_product on daily_product_sales (product_id, day) include (quantity, pence);

-- The latest best-seller list for each length of period in days.
create table best_sellers_cache (
  days integer primary key,
  period_start date not null,
  sales_fingerprint text not null,
  product_ids uuid[] not null
);

-- Orders by day (UTC), without gaps, up to two weeks ago: placing an order never writes here.
create table daily_order_counts (
  day date primary key,
  orders integer not null check (orders >= 0),
  -- Orders up to the end of the day: finds the day on which a page of the order list begins.
  cumulative_orders integer not null check (cumulative_orders >= orders)
);
create index daily_order_counts_by_cumulative on daily_order_counts (cumulative_orders, day);
