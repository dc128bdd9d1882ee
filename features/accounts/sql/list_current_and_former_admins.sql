create or replace function public.list_current_and_former_admins() returns table (user_id uuid, email text)
language sql stable security definer set search_path = '' as $$
  select u.id, u.email
    from (select a.user_id from accounts.administrator a
          union
          select e.user_id from public.access_events e where e.actor_kind = 'system' and e.event = 'role-taken') office
    join accounts."user" u on u.id = office.user_id
   where (select public.is_manager())
   order by u.email
$$;

revoke execute on function public.list_current_and_former_admins() from public;
grant execute on function public.list_current_and_former_admins() to ninth_bend_admin;
