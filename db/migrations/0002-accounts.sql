-- Accounts (§3 session, D6, D7, D10): the tables of better-auth and what the shop adds to them.
-- Only the role of the accounts and the owner of the database reach this schema; no actor of the shop does (policies.sql).

create table accounts."user" (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) <= 200),
  email text not null unique check (email = lower(email) and length(email) <= 254),
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- How somebody proves who they are; the shop has one way, a password (argon2id).
create table accounts.account (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references accounts."user" on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);
create index account_user_id on accounts.account (user_id);

create table accounts.session (
  id uuid primary key default gen_random_uuid(),
  -- better-auth's own key to the row; it is never given to a browser, which holds the two signed parts of D7.
  token text not null unique,
  user_id uuid not null references accounts."user" on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  -- Over when not used until then; every renewal moves it on by idle, never beyond absolute_expires_at.
  expires_at timestamptz not null,
  idle interval not null default interval '1 hour',
  absolute_expires_at timestamptz not null default now() + interval '1 hour',
  remembered boolean not null default false,
  -- Opened at /admin: a session from the shop's own sign-in never reaches the back-office.
  is_admin_session boolean not null default false,
  -- Which refresh part is the valid one, and since when.
  generation integer not null default 0,
  generation_started_at timestamptz not null default now(),
  ip_address text,
  user_agent text
);
create index session_user_id on accounts.session (user_id);
create index session_expires_at on accounts.session (expires_at);

create table accounts.verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verification_identifier on accounts.verification (identifier);

-- Tries used up (D10): one row a counted thing, shared by every process. Keys are hashed: no address is kept.
create table accounts.rate_limit (
  key text primary key,
  used_until timestamptz not null
);
create index rate_limit_used_until on accounts.rate_limit (used_until);
