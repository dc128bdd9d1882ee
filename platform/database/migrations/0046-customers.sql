-- Customers in the back-office: notes about them, and erasure (ADR-66).

-- Append-only, for owners and managers alone; erase_customer() deletes them.
create table customer_notes (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  author_id uuid not null,
  at timestamptz not null default now(),
  text text not null check (text ~ '\S' and char_length(text) <= 1000)
);
create index customer_notes_by_customer on customer_notes (user_id, id);

-- The IDs alone: no order can be placed for a customer who was erased meanwhile.
create table erased_customers (
  user_id uuid primary key,
  erased_at timestamptz not null default now()
);

-- The list of customers, the newest first.
create index user_profiles_by_newest on user_profiles (created_at desc, user_id);
-- The page of a customer lists their emails; those about orders are found by their dedupe_key, and every order writes one.
create index outbox_of_accounts on outbox (lower(recipient)) where kind not like 'order-%';
