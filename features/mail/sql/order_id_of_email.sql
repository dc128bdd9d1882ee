-- Null for emails that are not about an order.
create or replace function public.order_id_of_email(p_kind text, p_payload jsonb) returns uuid
language sql immutable set search_path = '' as $$
  select case when p_kind like 'order-%' and p_payload ->> 'order_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
              then (p_payload ->> 'order_id')::uuid end
$$;

revoke execute on function public.order_id_of_email(text, jsonb) from public;
