-- Stock-takes: what was counted on the shelf, compared with the books of that moment (ADR-47); the end of a recall.

create table stock_takes (
  id uuid primary key,
  -- What was chosen to be counted.
  title short_name not null,
  reason short_text,
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  applied_by uuid,
  applied_at timestamptz,
  constraint applied_with_reason check (
    case when applied_at is null then applied_by is null else applied_by is not null and reason is not null end)
);
create index stock_takes_by_newest on stock_takes (created_at desc, id);

create table stock_take_lines (
  id bigint generated always as identity primary key,
  stock_take_id uuid not null references stock_takes on delete cascade,
  product_id uuid not null references products on delete cascade,
  -- Null for a product that had no batches when it was chosen.
  batch_id uuid references product_batches,
  counted integer check (counted between 0 and 1000000),
  -- What should have been on the shelf at the moment of the count.
  expected integer,
  counted_at timestamptz,
  counted_by uuid,
  constraint counted_at_a_moment check (
    (counted is null) = (expected is null) and (counted is null) = (counted_at is null) and (counted is null) = (counted_by is null)),
  unique nulls not distinct (stock_take_id, product_id, batch_id)
);
create index stock_take_lines_by_product on stock_take_lines (product_id);
create index stock_take_lines_by_batch on stock_take_lines (batch_id) where batch_id is not null;

alter table recalls
  add column ended_by uuid,
  add column ended_at timestamptz,
  add column end_outcome text check (end_outcome in ('sold-again', 'written-off')),
  -- Internal.
  add column end_reason short_text,
  add constraint ended_by_somebody check (
    (ended_at is null) = (ended_by is null) and (ended_at is null) = (end_outcome is null) and (ended_at is null) = (end_reason is null));
-- After a recall has ended, a batch may be recalled again; start_recall() refuses one that is recalled.
alter table recall_batches drop constraint recall_batches_batch_id_key;
create index recall_batches_by_batch on recall_batches (batch_id);
create index product_batches_recalled on product_batches (product_id) where is_recalled and remaining > 0;
