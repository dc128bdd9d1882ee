-- Whether the confirmation of the actor's newest order waits until the address is verified. Confirmations of
-- phone orders never wait.
create or replace function public.is_own_confirmation_held() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select not public.is_sent_unverified(confirmation) and not exists (select from public.phone_orders h where h.order_id = newest.id)
      from accounts."user" u
     cross join lateral (select r.id from public.orders r where r.user_id = u.id order by r.created_at desc, r.id limit 1) newest
      join public.outbox confirmation on confirmation.dedupe_key = 'order-confirmation:' || newest.id
     where u.id = public.current_user_id() and not u.email_verified and confirmation.sent_at is null), false)
$$;

revoke execute on function public.is_own_confirmation_held() from public;
grant execute on function public.is_own_confirmation_held() to ninth_bend_customer;
