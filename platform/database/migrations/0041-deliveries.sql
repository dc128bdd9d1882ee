-- Deliveries: what came, as typed until it is received, and then the batches that it made.

create table deliveries (
  id uuid primary key,
  supplier short_name,
  reason short_text,
  -- As typed; after the delivery is received, product_batches has what was received.
  lines jsonb not null default '[]'
    check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) <= 200 and char_length(lines::text) <= 200000),
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  received_by uuid,
  received_at timestamptz,
  constraint received_with_reason check (
    case when received_at is null then received_by is null else received_by is not null and reason is not null end)
);
create index deliveries_by_newest on deliveries (created_at desc, id);

alter table product_batches
  add column delivery_id uuid references deliveries,
  add column line_number integer check (line_number >= 1);
create index product_batches_by_delivery on product_batches (delivery_id, line_number) where delivery_id is not null;
