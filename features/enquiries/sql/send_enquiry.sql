-- Queues feedback or an enquiry for the shop's address if the owner wants them; the same text once a day. features/enquiries checks the form
-- first. After 60 in an hour, one a minute is sent, so that no crowd blocks others; refused while 500 wait.
create or replace function public.send_enquiry(p_kind text, p_entries jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_day constant date := (now() at time zone 'Europe/London')::date;
  v_max_an_hour constant integer := 60;
  v_max_waiting constant integer := 500;
  v_max_bytes constant integer := 40000;
  v_recent integer;
  v_waiting integer;
  v_last timestamptz;
begin
  if not coalesce((select s.value = 'true' from public.settings s where s.name = 'enquiries_by_email'), false) then
    return public.refused('kept-locally');
  end if;
  if p_kind not in ('owner-feedback', 'owner-business-enquiry') or jsonb_typeof(p_entries) is distinct from 'object'
     or octet_length(p_entries::text) > v_max_bytes then
    return public.refused('kept-locally');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('enquiries', 0));
  select count(*) filter (where o.created_at > now() - interval '1 hour'), count(*) filter (where o.sent_at is null),
         max(o.available_at) filter (where o.sent_at is null and o.attempts = 0 and o.available_at < 'infinity')
    into v_recent, v_waiting, v_last
    from public.outbox o where o.kind in ('owner-feedback', 'owner-business-enquiry');
  if v_waiting >= v_max_waiting then
    return public.refused('too-many-waiting');
  end if;
  insert into public.outbox (kind, dedupe_key, payload, available_at)
  values (p_kind, format('%s:%s:%s', p_kind, v_day, encode(sha256(convert_to(p_entries::text, 'UTF8')), 'hex')),
          jsonb_build_object('enquiry', p_entries),
          case when v_recent < v_max_an_hour then now() else greatest(now(), v_last) + interval '1 minute' end)
      on conflict (dedupe_key) do nothing;
  return public.done('{}');
end $$;

-- Enquiries that could not be sent are not kept for ever.
create or replace function public.delete_old_enquiries() returns void
language sql security definer set search_path = '' as $$
  delete from public.outbox o
   where o.kind in ('owner-feedback', 'owner-business-enquiry') and o.created_at < now() - interval '180 days'
$$;

revoke execute on function public.send_enquiry(text, jsonb), public.delete_old_enquiries() from public;
grant execute on function public.send_enquiry(text, jsonb) to ninth_bend_visitor;
grant execute on function public.delete_old_enquiries() to ninth_bend_worker;
