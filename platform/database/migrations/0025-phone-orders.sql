-- Orders that staff place for a customer on the phone, notes that packers read, and refunds by day.

-- Append-only: which orders were placed by phone and by whom. A form that is sent again finds its order here.
create table phone_orders (
  order_id uuid primary key references orders,
  placed_by uuid not null,
  idempotency_key text not null check (idempotency_key ~ '\S' and char_length(idempotency_key) <= 200),
  request_hash text not null,
  unique (placed_by, idempotency_key)
);

-- In the form of orders.search_text, so that customers are found by the same patterns.
create function profile_search_text(p_full_name text, p_phone text, p_post_code text, p_email text) returns text
language sql immutable parallel safe
return public.strip_apostrophes(
  E'\n' || lower(regexp_replace(coalesce(p_full_name, ''), '\s+', ' ', 'g'))
  || E'\n' || regexp_replace(regexp_replace(coalesce(p_phone, ''), '[^0-9+]', '', 'g'), '^(\+44|0044)0?', '0')
  || E'\n' || lower(regexp_replace(coalesce(p_post_code, ''), '\s+', ' ', 'g'))
  || E'\n' || lower(regexp_replace(coalesce(p_post_code, ''), '\s+', '', 'g'))
  || E'\n' || lower(coalesce(p_email, '')) || E'\n');
create index user_profiles_search_trgm on user_profiles using gin (profile_search_text(full_name, phone, post_code, email) gin_trgm_ops);

-- Notes of before were written for owners and managers, so packers do not read them.
alter table order_notes add column is_for_packers boolean not null default false;

-- The dashboard sums the refunds of a period.
create index refunds_by_time on refunds (at);
