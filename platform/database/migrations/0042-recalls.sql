-- Recalls: batches of a product that are sold no more, and whose buyers are told. Kept for good.

create table recalls (
  id uuid primary key,
  product_id uuid not null references products,
  -- Internal.
  reason short_text not null,
  -- What the customers are told: what is wrong and what they should do.
  customer_text long_text not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  mailed_by uuid,
  mailed_at timestamptz,
  mailed_customers integer,
  constraint mailed_by_somebody check ((mailed_at is null) = (mailed_by is null) and (mailed_at is null) = (mailed_customers is null))
);
create index recalls_by_newest on recalls (created_at desc, id);

create table recall_batches (
  recall_id uuid not null references recalls,
  -- A batch is recalled once.
  batch_id uuid not null unique references product_batches,
  primary key (recall_id, batch_id)
);
