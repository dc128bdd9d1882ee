-- Offers: price changes for a time (ADR-69). While one runs, products.price is the offer price.

create table offers (
  id uuid primary key default gen_random_uuid(),
  -- Of the form that made it: a form that is sent twice makes its offers once.
  form_id uuid not null,
  product_id uuid not null references products on delete cascade,
  offer_price price not null check (offer_price > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  made_by uuid not null,
  made_at timestamptz not null default now(),
  started_at timestamptz,
  -- The price before the offer, which its end sets again.
  normal_price price,
  -- Until when the normal price may be shown as "Was"; null if it was not charged for long enough.
  reference_until timestamptz,
  ended_at timestamptz,
  ended_by uuid,
  end_reason text check (end_reason in ('over', 'ended-early', 'price-changed', 'withdrawn', 'missed', 'archived', 'not-below')),
  constraint offer_lasts check (starts_at < ends_at),
  constraint started_from_a_price check ((started_at is null) = (normal_price is null)),
  constraint offer_is_below check (offer_price < normal_price),
  constraint reference_of_started check (reference_until is null or started_at is not null),
  constraint ended_for_a_reason check ((ended_at is null) = (end_reason is null))
);
create unique index one_running_offer on offers (product_id) where started_at is not null and ended_at is null;
create index open_offers on offers (product_id, starts_at) where ended_at is null;
create index offers_by_product on offers (product_id);
create index offers_by_form on offers (form_id);
create index past_offers on offers (ended_at desc, id) where ended_at is not null;

-- Both are null unless an offer runs.
alter table products
  add column offer_ends_at timestamptz,
  add column reference_price price,
  add constraint reference_is_above_price check (reference_price is null or (offer_ends_at is not null and reference_price > price));
