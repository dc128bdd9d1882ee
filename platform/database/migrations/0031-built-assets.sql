-- Scripts and styles of each build, so that a page of one build gets them from a node of another (ADR-54).
-- Rows are deleted when no node of their build has run for 7 days.

create table built_assets (
  path text primary key,
  content_type text not null,
  plain bytea not null,
  br bytea,
  gzip bytea,
  last_seen_at timestamptz not null default now()
);
