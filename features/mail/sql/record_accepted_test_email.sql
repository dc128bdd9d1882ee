-- Records that a mail server accepted an administrator's test email, for the dashboard's first steps.
create or replace function public.record_accepted_test_email() returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event)
  select 'admin', actor.id, 'account-mail', actor.id, 'test-accepted'
    from (select public.current_user_id() as id) actor where (select public.is_manager())
$$;

revoke execute on function public.record_accepted_test_email() from public;
grant execute on function public.record_accepted_test_email() to ninth_bend_admin;
