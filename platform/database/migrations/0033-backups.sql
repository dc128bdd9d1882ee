-- Backups that were made or failed, for the dashboard; the archives are elsewhere.
create table backups (
  id bigint primary key generated always as identity,
  -- The snapshot of the rows.
  made_at timestamptz not null,
  location text not null,
  bytes bigint check (bytes > 0),
  row_count bigint check (row_count >= 0),
  picture_count integer check (picture_count >= 0),
  missing_pictures integer check (missing_pictures >= 0),
  is_encrypted boolean not null,
  -- The archive was read back completely.
  verified_at timestamptz,
  problem text,
  check (problem is not null or (bytes is not null and row_count is not null and picture_count is not null))
);

-- Pictures that were removed while a backup was running, which still needs their files.
create table picture_removals (
  image_url text primary key,
  widths integer[] not null,
  removed_at timestamptz not null default now()
);
