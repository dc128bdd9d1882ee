-- An email about a status is outdated once the order has another one; a refund stays true.
create or replace function public.is_order_email_current(p_kind text, p_status text) returns boolean
language sql immutable set search_path = '' as $$
  select p_kind in ('order-confirmation', 'order-refunded') or p_kind = 'order-' || p_status
$$;

revoke execute on function public.is_order_email_current(text, text) from public;
