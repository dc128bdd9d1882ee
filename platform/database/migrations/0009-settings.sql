-- The owner's settings, one row each. Their rules are in shop/settings; the server inserts the initial values at start.

create table settings (
  name text primary key check (name ~ '^[a-z]+(_[a-z]+)*$'),
  value jsonb not null,
  -- A value that the owner has set is not replaced by the environment's at the next start.
  set_by text not null default 'start' check (set_by in ('start', 'owner')),
  updated_at timestamptz not null default now()
);
