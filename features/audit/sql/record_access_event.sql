-- Writes one access event. Limited per hour, event and user, so that clients cannot flood the log; the last
-- event says so.
create or replace function public.record_access_event(
  p_event text, p_area text, p_actor_kind text, p_user_id uuid, p_details jsonb default null)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_max_per_hour constant integer := 60;
  v_since constant timestamptz := now() - interval '1 hour';
  v_same integer := 0;
begin
  -- Failed sign-ins with an unknown address are common in the shop and are not recorded.
  if p_area = 'shop' and p_user_id is null then
    return;
  end if;
  if p_actor_kind in ('visitor', 'customer') and p_user_id is null then
    select count(*) into v_same from (
      select from public.access_events e
       where e.user_id is null and e.at > v_since and e.event = p_event limit v_max_per_hour) same;
  elsif p_actor_kind in ('visitor', 'customer') then
    select count(*) into v_same from (
      select from public.access_events e
       where e.user_id = p_user_id and e.at > v_since and e.event = p_event limit v_max_per_hour) same;
  end if;
  if v_same >= v_max_per_hour then
    return;
  end if;
  insert into public.access_events (event, area, actor_kind, user_id, details)
  values (p_event, p_area, p_actor_kind, p_user_id,
    case when v_same = v_max_per_hour - 1 then coalesce(p_details, '{}') || '{"is_last_of_hour": true}' else p_details end);
end $$;

revoke execute on function public.record_access_event(text, text, text, uuid, jsonb) from public;
grant execute on function public.record_access_event(text, text, text, uuid, jsonb) to ninth_bend_accounts;
