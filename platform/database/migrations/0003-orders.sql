-- Orders, their items and history, the stock ledger and the idempotency keys of checkout.

create table orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  total_amount pounds not null,
  shipping_address shipping_address not null,
  payment_method text not null default 'cod' check (payment_method in ('cod', 'card', 'paypal')),
  status order_status not null default 'pending',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  estimated_delivery date not null,
  -- An order that is cancelled after its delivery keeps the time of delivery.
  actual_delivery timestamptz
    constraint actual_delivery_when_delivered check (
      case status
        when 'delivered' then actual_delivery is not null
        when 'cancelled' then true
        else actual_delivery is null
      end),
  version integer not null default 1,
  -- One line for each field, so that no match spans two fields.
  search_text text not null generated always as (strip_apostrophes(
    E'\n' || lower(regexp_replace(shipping_address ->> 'full_name', '\s+', ' ', 'g'))
    || E'\n' || regexp_replace(regexp_replace(shipping_address ->> 'phone', '[^0-9+]', '', 'g'), '^(\+44|0044)0?', '0')
    || E'\n' || lower(regexp_replace(shipping_address ->> 'post_code', '\s+', ' ', 'g'))
    || E'\n' || lower(regexp_replace(shipping_address ->> 'post_code', '\s+', '', 'g'))
    || E'\n' || lower(coalesce(shipping_address ->> 'email', ''))
    || E'\n' || lower(regexp_replace(shipping_address ->> 'city', '\s+', ' ', 'g'))
    || E'\n' || lower(regexp_replace(shipping_address ->> 'address', '\s+', ' ', 'g')) || E'\n')) stored
);
create index orders_by_newest on orders (created_at desc, id);
create index orders_by_status_newest on orders (status, created_at desc, id);
create index orders_by_customer_newest on orders (user_id, created_at desc, id);
-- The total of a customer's open orders is read by every checkout.
create index open_orders_by_customer on orders (user_id) include (total_amount) where status in ('pending', 'processing', 'shipped');
create index orders_search_text_trgm on orders using gin (search_text gin_trgm_ops);

create table order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  line_number integer not null check (line_number >= 1),
  product_id uuid not null references products,
  quantity integer not null check (quantity between 1 and 999),
  price price not null,
  subtotal pounds not null generated always as (price * quantity) stored,
  -- As sold: the product may change afterwards.
  product_name short_name not null,
  net_weight short_name,
  allergy_advice long_text,
  image_url image_address,
  -- With the quantity, so that the order list reads it from the index.
  constraint order_items_order_id_line_number_key unique (order_id, line_number) include (quantity),
  unique (order_id, product_id)
);

-- Append-only: who did what to an order, when and why.
create table order_history (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('customer', 'admin')),
  actor_id uuid not null,
  event text not null check (event in ('placed', 'moved', 'undone', 'cancelled', 'edited')),
  from_status order_status check (from_status <> 'cancelled'),
  to_status order_status,
  reason short_text,
  note long_text,
  details jsonb,
  -- How many status transitions of the order were undone before.
  undo_count smallint not null default 0 check (undo_count >= 0),
  -- Written for the customer; reason and note are internal.
  customer_note text
    constraint customer_note_only_on_cancellation check (
      customer_note is null
      or (customer_note ~ '\S' and char_length(customer_note) <= 1000 and event = 'cancelled' and actor_kind = 'admin')),
  constraint event_fields_match_event check (
    case event
      when 'placed' then from_status is null and to_status = 'pending'
      when 'moved' then from_status is not null and to_status is not null and to_status not in (from_status, 'cancelled')
      when 'undone' then from_status is not null and to_status is not null and to_status not in (from_status, 'cancelled') and undo_count > 0
      when 'cancelled' then from_status is not null and to_status = 'cancelled' and reason is not null and undo_count = 0
      when 'edited' then from_status is null and to_status is null and details is not null
    end)
);
-- Reads the history of an order, and prevents entering a status twice: only an undo makes it possible again.
create unique index order_history_status_once on order_history (order_id, to_status, undo_count);
-- The audit log; placing an order writes to neither of them.
create index order_history_by_time on order_history (event, at desc, id desc) where event <> 'placed';
create index order_history_by_actor on order_history (actor_id, event, at desc, id desc) where event <> 'placed';

-- Append-only: every change of stock. The sum of a product's changes is its stock.
create table inventory_adjustments (
  id bigint generated always as identity primary key,
  product_id uuid not null references products,
  quantity_change integer not null check (quantity_change <> 0),
  reason short_text not null,
  action_type text not null check (
    action_type in ('initial_stock', 'manual_adjustment', 'order_placed', 'order_edited', 'order_cancelled')),
  actor_kind text not null check (actor_kind in ('customer', 'admin', 'system')),
  actor_id uuid check (actor_id is not null or actor_kind = 'system'),
  order_id uuid references orders,
  stock_after integer not null check (stock_after >= 0),
  created_at timestamptz not null default now(),
  constraint order_id_matches_action_type check ((order_id is not null) = (action_type like 'order\_%'))
);
create index inventory_adjustments_by_product on inventory_adjustments (product_id, id desc);
-- An order takes its stock once and returns it once.
create unique index inventory_adjustments_once_per_order on inventory_adjustments (order_id, product_id, action_type)
  where action_type in ('order_placed', 'order_cancelled');
-- The audit log; orders write to none of them.
create index manual_adjustments_by_time on inventory_adjustments (created_at desc, id desc) where order_id is null;
create index manual_adjustments_by_actor on inventory_adjustments (actor_id, created_at desc, id desc) where order_id is null;
create index manual_adjustments_by_product on inventory_adjustments (product_id, created_at desc, id desc) where order_id is null;

-- A repeated checkout attempt finds its order here.
create table idempotency_keys (
  user_id uuid not null,
  key text not null check (key ~ '\S' and char_length(key) <= 255),
  request_hash text not null,
  order_id uuid not null unique references orders,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
