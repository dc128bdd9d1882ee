-- The total of the actor's open orders, its limit, and the limit after verification; null without a limit.
-- place_orders enforces them.
create or replace function public.own_order_allowance() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('is_verified', account.is_verified, 'open_total', (
           select coalesce(sum(o.total_amount), 0) from public.orders o
            where o.user_id = public.current_user_id() and o.status in ('pending', 'processing', 'shipped')),
           'max_open_total', (select s.value from public.settings s
             where s.name = case when account.is_verified then 'max_open_total_verified' else 'max_open_total_unverified' end),
           'max_open_total_verified', (select s.value from public.settings s where s.name = 'max_open_total_verified'))
    from (select coalesce((select u.email_verified from accounts."user" u where u.id = public.current_user_id()), false) as is_verified) account
$$;

revoke execute on function public.own_order_allowance() from public;
grant execute on function public.own_order_allowance() to ninth_bend_customer;
