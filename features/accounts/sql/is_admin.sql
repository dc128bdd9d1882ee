-- The actor's role, read in every call. No argument, so that no other user can be queried. A suspended
-- administrator has no role.
create or replace function public.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from accounts.administrator a where a.user_id = public.current_user_id() and a.suspended_at is null)
$$;

create or replace function public.is_manager() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from accounts.administrator a
     where a.user_id = public.current_user_id() and a.suspended_at is null and a.role in ('owner', 'manager'))
$$;

create or replace function public.is_owner() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from accounts.administrator a
     where a.user_id = public.current_user_id() and a.suspended_at is null and a.role = 'owner')
$$;

revoke execute on function public.is_admin(), public.is_manager(), public.is_owner() from public;
grant execute on function public.is_admin() to ninth_bend_visitor, ninth_bend_customer, ninth_bend_admin, ninth_bend_packer;
grant execute on function public.is_manager(), public.is_owner() to ninth_bend_admin;
