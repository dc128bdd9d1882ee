-- Margins where the cost is known (ADR-71): with the sums of a day, those of the pieces from batches whose unit cost was recorded.

create table daily_product_costs (
  day date not null references daily_sales on delete cascade,
  -- No foreign key: order_items has one.
  product_id uuid not null,
  quantity integer not null check (quantity >= 1),
  -- What the pieces were sold for, without VAT.
  pence bigint not null check (pence >= 0),
  cost_pence bigint not null check (cost_pence >= 0),
  primary key (day, product_id) include (quantity, pence, cost_pence)
);
-- The days that are cached already have no costs; they are cached anew when they are read.
delete from daily_sales;
