-- Batches of products: which pieces of the stock are of which batch, and which batch each stock change moved (ADR-63).

-- Pieces that may be sold; null for a product without batches, whose whole stock may be sold. Read by what shoppers see;
-- checkout computes it anew. Written by move_batches() and refresh_sellable_stock() alone.
alter table products
  add column sellable_stock integer constraint sellable_stock_not_negative check (sellable_stock >= 0);

create table product_batches (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products,
  -- The pieces whose batch was not recorded; each product with batches has one such row, and its stock is the sum of all.
  is_unrecorded boolean not null default false,
  batch_number text check (batch_number ~ '^\S(.{0,58}\S)?$'),
  best_before date,
  -- What one piece cost the shop.
  unit_cost pounds,
  received_at timestamptz not null default now(),
  is_recalled boolean not null default false,
  remaining integer not null default 0 check (remaining >= 0),
  -- The pieces that were there before the product had batches.
  opening_quantity integer not null default 0 check (opening_quantity >= 0),
  constraint unrecorded_has_no_details check (
    case when is_unrecorded then batch_number is null and best_before is null and unit_cost is null
         else opening_quantity = 0 end)
);
create index product_batches_by_product on product_batches (product_id, best_before);
create unique index product_batches_unrecorded on product_batches (product_id) where is_unrecorded;
create index product_batches_to_sell_by_date on product_batches (best_before) where remaining > 0;

alter table inventory_adjustments
  -- The batch that a change was made for; without one, move_batches() chooses.
  add column batch_id uuid references product_batches,
  drop constraint inventory_adjustments_action_type_check,
  add constraint inventory_adjustments_action_type_check check (
    action_type in ('initial_stock', 'manual_adjustment', 'delivery_received', 'stock_taken',
                    'order_placed', 'order_edited', 'order_cancelled', 'order_refunded'));

-- Append-only: how many pieces of which batch each stock change moved. Written by move_batches() alone.
create table batch_movements (
  id bigint generated always as identity primary key,
  adjustment_id bigint not null references inventory_adjustments,
  batch_id uuid not null references product_batches,
  -- As in the adjustment.
  order_id uuid,
  quantity_change integer not null check (quantity_change <> 0)
);
create index batch_movements_by_adjustment on batch_movements (adjustment_id);
-- Who has pieces of a batch: a recall.
create index batch_movements_by_batch on batch_movements (batch_id, order_id) include (quantity_change);
-- What an order took: its pieces return to the batches that they came from.
create index batch_movements_by_order on batch_movements (order_id) where order_id is not null;
