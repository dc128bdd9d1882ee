-- The outbox of emails, which the mail worker sends.

create table outbox (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  dedupe_key short_text not null unique,
  recipient email_address,
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  created_at timestamptz not null default now(),
  available_at timestamptz not null default now(),
  attempts integer not null default 0 check (attempts >= 0),
  sent_at timestamptz,
  last_error text,
  message_id text,
  -- Until then a worker sends it: a retry meanwhile would send it twice.
  leased_until timestamptz,
  -- The account that has to verify its email address before the email is sent.
  held_for_user_id uuid,
  -- Never sent: the address was not verified in time, or the order has moved on.
  dropped_at timestamptz
);
create index outbox_due on outbox (available_at, id) where sent_at is null;
create index outbox_held_by_user on outbox (held_for_user_id) where held_for_user_id is not null;

-- The only order email that an unverified address gets; the primary key makes concurrent workers agree on it.
create table unverified_address_emails (
  user_id uuid primary key,
  mail_id bigint not null,
  created_at timestamptz not null default now()
);
