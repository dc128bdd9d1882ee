-- Records an administrator's test email in the audit log; at most five in ten minutes.
create or replace function public.record_test_email() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_user_id uuid := public.current_user_id();
  v_oldest timestamptz;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('test-email' || v_user_id, 0));
  select min(last.at) filter (where last.place = 5) into v_oldest
    from (select e.at, row_number() over (order by e.at desc, e.id desc) as place from public.audit_events e
           where e.subject_kind = 'account-mail' and e.subject_id = v_user_id and e.actor_id = v_user_id
             and e.event = 'test-sent' and e.at > clock_timestamp() - interval '10 minutes') last;
  if v_oldest is not null then
    return public.refused('too-many-tries', jsonb_build_object(
      'retry_after_seconds', ceil(extract(epoch from v_oldest + interval '10 minutes' - clock_timestamp()))::integer));
  end if;
  insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event)
  values ('admin', v_user_id, 'account-mail', v_user_id, 'test-sent');
  return public.done('{}');
end $$;

revoke execute on function public.record_test_email() from public;
grant execute on function public.record_test_email() to ninth_bend_admin;
