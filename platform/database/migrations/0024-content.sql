-- Texts that the owner writes for a page: each save is a row, and the newest one is shown.
create table content_versions (
  page text not null check (page ~ '^[a-z]+(-[a-z]+)*$'),
  version integer not null check (version >= 1),
  -- By field; what is left out shows the text that the shop comes with.
  texts jsonb not null check (jsonb_typeof(texts) = 'object' and octet_length(texts::text) <= 200000),
  saved_at timestamptz not null default now(),
  saved_by uuid not null,
  -- The version that was brought back.
  restored_version integer check (restored_version between 1 and version - 1),
  primary key (page, version)
);

-- Logo and pictures of the shop itself, beside those of products and categories.
alter table pictures drop constraint pictures_key_check;
alter table pictures add constraint pictures_key_check
  check (key ~ '^(products|categories|shop)/[A-Za-z0-9/_.-]+$' and key !~ '\.\.' and char_length(key) <= 500);
