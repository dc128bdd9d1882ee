-- The administrators, oldest first; empty unless the actor is an owner.
create or replace function public.list_people()
returns table (
  user_id uuid, email text, name text, role text, is_suspended boolean, since timestamptz,
  last_signed_in_at timestamptz, has_second_factor boolean)
language sql stable security definer set search_path = '' as $$
  select a.user_id, u.email, coalesce(nullif(p.full_name, ''), nullif(u.name, '')), a.role, a.suspended_at is not null,
         a.created_at, a.last_signed_in_at, coalesce(u.two_factor_enabled, false)
    from accounts.administrator a
    join accounts."user" u on u.id = a.user_id
    left join public.user_profiles p on p.user_id = a.user_id
   where (select public.is_owner())
   order by a.created_at, u.email
$$;

revoke execute on function public.list_people() from public;
grant execute on function public.list_people() to ninth_bend_admin;
