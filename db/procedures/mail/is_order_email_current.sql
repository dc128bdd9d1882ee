-- An email about a status is outdated once the order has another one.
create or replace function public.is_order_email_current(p_kind text, p_status text) returns boolean
language sql immutable set search_path = '' as $$
  select p_kind = 'order-confirmation' or p_kind = 'order-' || p_status
$$;

revoke execute on function public.is_order_email_current(text, text) from public;
