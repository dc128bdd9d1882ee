-- Queues the owner's digest once a day, after the London hour in owner_emails. If that hour had passed when
-- the setting was saved, it starts tomorrow.
create or replace function public.queue_owner_digest(p_now timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_today date := p_now at time zone 'Europe/London';
  v_queued boolean;
begin
  insert into public.outbox (kind, dedupe_key, recipient, payload)
  select 'owner-daily-digest', 'owner-daily-digest:' || v_today, s.value ->> 'address', jsonb_build_object('day', v_today)
    from public.settings s,
         lateral (select (v_today + make_interval(hours => (s.value ->> 'digest_hour')::integer)) at time zone 'Europe/London' as at) digest
   where s.name = 'owner_emails' and digest.at <= p_now and digest.at >= s.updated_at
      on conflict (dedupe_key) do nothing;
  get diagnostics v_queued = row_count;
  return v_queued;
end $$;

revoke execute on function public.queue_owner_digest(timestamptz) from public;
grant execute on function public.queue_owner_digest(timestamptz) to ninth_bend_worker;
