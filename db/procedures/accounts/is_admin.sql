-- Whether the actor is an administrator; without an argument, so that no other user can be queried.
create or replace function public.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from accounts.administrator a where a.user_id = public.current_user_id())
$$;

revoke execute on function public.is_admin() from public;
grant execute on function public.is_admin() to ninth_bend_visitor, ninth_bend_customer, ninth_bend_admin;
