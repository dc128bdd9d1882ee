-- The audit log. It also reads order_history and inventory_adjustments; each table gives its newest rows by an index.

-- Append-only: changes of the catalogue, written by triggers in the transaction of the change.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('customer', 'admin', 'system')),
  actor_id uuid check (actor_id is not null or actor_kind = 'system'),
  subject_kind text not null check (subject_kind ~ '^[a-z]+(-[a-z]+)*$'),
  subject_id uuid not null,
  event text not null check (event ~ '^[a-z]+(-[a-z]+)*$'),
  -- The changed fields alone, by column name.
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object'),
  -- The version of the subject after the change: tells a form what has changed since it was opened.
  version integer
);
create index audit_events_by_subject on audit_events (subject_id, id);
create index audit_events_by_time on audit_events (subject_kind, at desc, id desc);
create index audit_events_by_actor on audit_events (actor_id, subject_kind, at desc, id desc);
create index audit_events_price_changes on audit_events (at desc, id desc)
  where subject_kind = 'product' and event = 'changed' and after ? 'price';

-- Append-only: sign-ins, refused actions and role grants.
create table access_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  event text not null check (event ~ '^[a-z]+(-[a-z]+)*$'),
  area text not null check (area in ('shop', 'admin')),
  actor_kind text not null check (actor_kind in ('visitor', 'customer', 'admin', 'system')),
  -- The account concerned; null if the email address that was entered belongs to none.
  user_id uuid check (user_id is not null or actor_kind = 'visitor'),
  details jsonb check (jsonb_typeof(details) = 'object' and char_length(details::text) <= 1000)
);
create index access_events_by_time on access_events (at desc, id desc);
create index access_events_of_admin_area on access_events (at desc, id desc) where area = 'admin' and event <> 'refused';
create index access_events_refused on access_events (at desc, id desc) where event = 'refused';
create index access_events_by_user on access_events (user_id, at desc, id desc);
create index access_events_by_actor_kind on access_events (actor_kind, at desc, id desc);
