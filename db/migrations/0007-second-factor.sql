-- A second factor for administrators, and when each of them signed in last.

alter table accounts."user" add column two_factor_enabled boolean not null default false;

-- The table of better-auth's second factor: key and recovery codes are kept encrypted, and count once verified.
create table accounts.two_factor (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references accounts."user" on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- A code stays right for a minute and a half, and is good for one use: the marks of those that were shown, hashed.
create table accounts.used_totp_code (
  code_hash text primary key,
  used_at timestamptz not null default now()
);

alter table accounts.administrator add column last_signed_in_at timestamptz;
