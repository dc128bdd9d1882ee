create or replace function public.is_own_email_verified() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select u.email_verified from accounts."user" u where u.id = public.current_user_id()), false)
$$;

revoke execute on function public.is_own_email_verified() from public;
grant execute on function public.is_own_email_verified() to ninth_bend_customer;
