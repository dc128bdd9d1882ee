-- A status email is outdated once the order has another status. Refunds and cancellations stay true; edits do
-- unless the order is cancelled.
create or replace function public.is_order_email_current(p_kind text, p_status text) returns boolean
language sql immutable set search_path = '' as $$
  select p_kind in ('order-confirmation', 'order-refunded', 'order-cancellation-received') or p_kind = 'order-' || p_status
    or (p_kind = 'order-changed' and p_status <> 'cancelled')
$$;

revoke execute on function public.is_order_email_current(text, text) from public;
