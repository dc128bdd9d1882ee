-- Queues the owner's digest of today, once, from the hour of London that the setting owner_emails names.
create or replace function public.queue_owner_digest(p_now timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_london timestamp := p_now at time zone 'Europe/London';
  v_queued boolean;
begin
  insert into public.outbox (kind, dedupe_key, recipient, payload)
  select 'owner-daily-digest', 'owner-daily-digest:' || v_london::date, s.value ->> 'address', jsonb_build_object('day', v_london::date)
    from public.settings s
   where s.name = 'owner_emails' and extract(hour from v_london) >= (s.value ->> 'digest_hour')::integer
      on conflict (dedupe_key) do nothing;
  get diagnostics v_queued = row_count;
  return v_queued;
end $$;

revoke execute on function public.queue_owner_digest(timestamptz) from public;
grant execute on function public.queue_owner_digest(timestamptz) to ninth_bend_worker;
