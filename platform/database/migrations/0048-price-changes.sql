-- Changes of many prices at once, kept for good; for a day they can be undone (ADR-68).

create table price_changes (
  id uuid primary key,
  -- As chosen: direction, unit, amount and rounding.
  rule jsonb not null check (jsonb_typeof(rule) = 'object' and char_length(rule::text) <= 500),
  made_by uuid not null,
  made_at timestamptz not null default now(),
  undone_by uuid,
  undone_at timestamptz,
  constraint undone_by_somebody check ((undone_at is null) = (undone_by is null))
);
create index price_changes_by_newest on price_changes (made_at desc, id);

create table price_change_lines (
  price_change_id uuid not null references price_changes,
  product_id uuid not null references products on delete cascade,
  old_price price not null,
  new_price price not null check (new_price > 0),
  -- Of the product, after the change.
  version integer not null,
  is_undone boolean not null default false,
  primary key (price_change_id, product_id),
  constraint price_differs check (old_price <> new_price)
);
create index price_change_lines_by_product on price_change_lines (product_id);

-- An archived product is not sold and not listed, and is kept for the orders, receipts and recalls that have it.
alter table products
  add column archived_at timestamptz,
  -- Whatever sells or shows a product asks for is_active already.
  add constraint archived_is_inactive check (archived_at is null or not is_active);
create index archived_products on products (category_id, id) where archived_at is not null;
