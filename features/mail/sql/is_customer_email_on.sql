-- Whether the owner has this kind of email switched on. The other kinds cannot be switched off
-- (features/settings/owner-switches.ts).
create or replace function public.is_customer_email_on(p_kind text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case when p_kind in ('order-shipped', 'order-delivered', 'order-cancelled', 'order-changed', 'order-refunded', 'stock-alert')
    then coalesce((select (s.value -> p_kind)::boolean from public.settings s where s.name = 'customer_emails'), true)
    else true end
$$;

revoke execute on function public.is_customer_email_on(text) from public;
