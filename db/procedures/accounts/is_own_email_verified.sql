-- Whether whoever asks has confirmed their address: mails about orders depend on it.
create or replace function public.own_address_is_verified() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select u.email_verified from accounts."user" u where u.id = public.acting_user_id()), false)
$$;

revoke execute on function public.own_address_is_verified() from public;
grant execute on function public.own_address_is_verified() to ninth_bend_customer;
