-- The tables of better-auth with the shop's additions, administrators, and the profiles of customers.
-- Only ninth_bend_accounts and the owner of the database reach the schema accounts (policies.sql).

create schema accounts;

create table accounts."user" (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) <= 200),
  email text not null unique check (email = lower(email) and length(email) <= 254),
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  two_factor_enabled boolean not null default false
);

-- better-auth's credentials of a user; the shop uses the password (argon2id) alone.
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
  -- better-auth's own key of the row; browsers hold a signed access and refresh token instead.
  token text not null unique,
  user_id uuid not null references accounts."user" on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  -- Each renewal adds idle, up to absolute_expires_at.
  expires_at timestamptz not null,
  idle interval not null default interval '1 hour',
  absolute_expires_at timestamptz not null default now() + interval '1 hour',
  remembered boolean not null default false,
  -- Opened at /admin: other sessions cannot use the admin area.
  is_admin_session boolean not null default false,
  -- The valid refresh token, and since when.
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

-- Rate limits, shared by all processes. Keys are hashed: no address is stored.
create table accounts.rate_limit (
  key text primary key,
  used_until timestamptz not null
);
create index rate_limit_used_until on accounts.rate_limit (used_until);

-- better-auth's second factor: secret and recovery codes are encrypted, and valid once verified.
create table accounts.two_factor (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references accounts."user" on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- A TOTP code is accepted once, though it stays valid for 90 seconds.
create table accounts.used_totp_code (
  code_hash text primary key,
  used_at timestamptz not null default now()
);

-- Read through is_admin() alone.
create table accounts.administrator (
  user_id uuid primary key,
  created_at timestamptz not null default now(),
  last_signed_in_at timestamptz
);

create table user_profiles (
  user_id uuid primary key,
  full_name short_name,
  phone text check (char_length(phone) <= 40),
  address text check (char_length(address) <= 300),
  post_code text check (char_length(post_code) <= 20),
  city text check (char_length(city) <= 100),
  country text default 'United Kingdom' check (char_length(country) <= 80),
  email email_address,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- The audit log finds people by the beginning of their email address.
create index user_profiles_by_email on user_profiles ((lower(email) collate "C"));
