-- Queues feedback or a business enquiry for the address of the shop, if the owner has them sent; the same words once a day.
-- The form and its texts are checked by shop/enquiries first. All visitors together send at most 60 in an hour.
create or replace function public.send_enquiry(p_kind text, p_entries jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_day constant date := (now() at time zone 'Europe/London')::date;
  v_max_an_hour constant integer := 60;
  v_max_bytes constant integer := 40000;
begin
  if not coalesce((select s.value = 'true' from public.settings s where s.name = 'enquiries_by_email'), false) then
    return public.refused('kept-locally');
  end if;
  if p_kind not in ('owner-feedback', 'owner-business-enquiry') or jsonb_typeof(p_entries) is distinct from 'object'
     or octet_length(p_entries::text) > v_max_bytes then
    return public.refused('kept-locally');
  end if;
  if (select count(*) from public.outbox o
       where o.kind in ('owner-feedback', 'owner-business-enquiry') and o.created_at > now() - interval '1 hour') >= v_max_an_hour then
    return public.refused('too-many-tries', jsonb_build_object('retry_after_seconds', 3600));
  end if;
  insert into public.outbox (kind, dedupe_key, payload)
  values (p_kind, format('%s:%s:%s', p_kind, v_day, encode(sha256(convert_to(p_entries::text, 'UTF8')), 'hex')),
          jsonb_build_object('enquiry', p_entries))
      on conflict (dedupe_key) do nothing;
  return public.done('{}');
end $$;

-- What could not be sent is not kept for ever.
create or replace function public.delete_old_enquiries() returns void
language sql security definer set search_path = '' as $$
  delete from public.outbox o
   where o.kind in ('owner-feedback', 'owner-business-enquiry') and o.created_at < now() - interval '180 days'
$$;

revoke execute on function public.send_enquiry(text, jsonb), public.delete_old_enquiries() from public;
grant execute on function public.send_enquiry(text, jsonb) to ninth_bend_visitor;
grant execute on function public.delete_old_enquiries() to ninth_bend_worker;
