-- Number of emails that wait until their address is verified; 0 unless the actor is an administrator.
create or replace function public.count_held_emails() returns integer
language sql stable security definer set search_path = '' as $$
  select case when public.is_manager()
              then (select count(*)::integer from public.outbox o where o.held_for_user_id is not null and o.sent_at is null) else 0 end
$$;

revoke execute on function public.count_held_emails() from public;
grant execute on function public.count_held_emails() to ninth_bend_admin;
