-- Margins where the cost is known (ADR-73), and imports of categories (ADR-72).

-- With the sums of a day, those of the pieces from batches whose unit cost was recorded.
create table daily_product_costs (
  day date not null references daily_sales on delete cascade,
  -- No foreign key: order_items has one.
  product_id uuid not null,
  quantity integer not null check (quantity >= 1),
  -- What the pieces were sold for, without VAT.
  pence bigint not null check (pence >= 0),
  cost_pence bigint not null check (cost_pence >= 0),
  primary key (day, product_id)
);
create index daily_product_costs_by_product on daily_product_costs (product_id, day) include (quantity, pence, cost_pence);
-- The days that are cached already have no costs; they are cached anew when they are read.
delete from daily_sales;

-- Categories are imported as products are.
alter table product_imports
  add column subject text not null default 'products' check (subject in ('products', 'categories'));
alter table product_import_lines
  add column category_id uuid,
  drop constraint product_import_lines_undo_check,
  add constraint product_import_lines_undo_check
    check (undo in ('undone', 'changed-since', 'counted-since', 'stock-gone', 'code-taken', 'has-products'));
