-- What was paid at the door, and refunds.

-- Null: not recorded yet, which is not the same as not paid.
alter table orders
  add column door_payment text check (door_payment in ('cash', 'card', 'not-paid')),
  add constraint door_payment_after_delivery check (door_payment is null or actual_delivery is not null);

-- Append-only: money given back for an order. Written by refund_order() alone.
create table refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  at timestamptz not null default now(),
  actor_id uuid not null,
  amount pounds not null check (amount > 0),
  method text not null check (method in ('cash', 'card', 'bank-transfer')),
  -- Internal: customers never see it.
  reason long_text not null,
  is_restocked boolean not null,
  -- A form that is sent again finds its refund here.
  idempotency_key uuid not null,
  request_hash text not null,
  unique (order_id, idempotency_key)
);

-- Append-only: the refunded quantity of an order item. What a refund has beside its lines is a free amount.
create table refund_lines (
  refund_id uuid not null references refunds,
  order_item_id uuid not null references order_items,
  quantity integer not null check (quantity between 1 and 999),
  amount pounds not null,
  primary key (refund_id, order_item_id)
);
create index refund_lines_by_order_item on refund_lines (order_item_id);

alter table order_history
  drop constraint order_history_event_check,
  add constraint order_history_event_check
    check (event in ('placed', 'moved', 'undone', 'cancelled', 'edited', 'payment-recorded', 'refunded')),
  drop constraint event_fields_match_event,
  add constraint event_fields_match_event check (
    case event
      when 'placed' then from_status is null and to_status = 'pending'
      when 'moved' then from_status is not null and to_status is not null and to_status not in (from_status, 'cancelled')
      when 'undone' then from_status is not null and to_status is not null and to_status not in (from_status, 'cancelled') and undo_count > 0
      when 'cancelled' then from_status is not null and to_status = 'cancelled' and reason is not null and undo_count = 0
      when 'edited' then from_status is null and to_status is null and details is not null
      when 'payment-recorded' then from_status is null and to_status is null and details is not null
      -- The reason of a refund is in note, because customers may read reason.
      when 'refunded' then from_status is null and to_status is null and details is not null and note is not null and reason is null
    end);

alter table inventory_adjustments
  add column refund_id uuid references refunds,
  drop constraint inventory_adjustments_action_type_check,
  add constraint inventory_adjustments_action_type_check check (
    action_type in ('initial_stock', 'manual_adjustment', 'order_placed', 'order_edited', 'order_cancelled', 'order_refunded')),
  add constraint refund_id_matches_action_type check ((refund_id is not null) = (action_type = 'order_refunded'));
-- A refund returns its stock once; an order may have several refunds.
create unique index inventory_adjustments_once_per_refund on inventory_adjustments (refund_id, product_id)
  where action_type = 'order_refunded';
