-- Details of an order that come after it is placed: who carries it under which number, and notes of the administrators.

-- The same codes as in shop/orders/tracking/carriers.ts.
create domain carrier_code as text check (value in ('royal-mail', 'evri', 'dpd', 'parcelforce', 'ups', 'other'));
create domain tracking_number as text check (value ~ '^[A-Za-z0-9 -]{5,40}$' and value = btrim(value));
alter table orders
  add column carrier carrier_code,
  add column tracking_number tracking_number,
  add constraint tracking_has_carrier_and_number check ((carrier is null) = (tracking_number is null)),
  -- A shipped order that is cancelled keeps its number.
  add constraint tracking_once_shipped check (carrier is null or status <> all ('{pending,processing}'));

-- 'tracked': carrier and number were added, corrected or removed.
alter table order_history
  drop constraint order_history_event_check,
  add constraint order_history_event_check
    check (event in ('placed', 'moved', 'undone', 'cancelled', 'edited', 'payment-recorded', 'refunded', 'tracked')),
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
      when 'tracked' then from_status is null and to_status is null and details is not null
    end);

-- Append-only: what administrators note about an order, for administrators alone.
create table order_notes (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  author_id uuid not null,
  at timestamptz not null default now(),
  text text not null check (text ~ '\S' and char_length(text) <= 1000)
);
create index order_notes_by_order on order_notes (order_id, id);
