-- Adds, corrects or (both null) removes carrier and tracking number of a shipped order, if it still has the
-- expected version.
create or replace function public.save_order_tracking(
  p_order_id uuid, p_version integer, p_carrier text, p_tracking_number text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_order record;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  if not public.is_tracking(p_carrier, p_tracking_number) then
    return public.refused('tracking-invalid');
  end if;
  select o.status, o.version into v_order from public.orders o where o.id = p_order_id for no key update;
  if not found then
    return public.refused('not-found');
  end if;
  if v_order.status <> 'shipped' then
    return public.refused('not-shipped', jsonb_build_object('status', v_order.status));
  end if;
  if v_order.version is distinct from p_version then
    return public.refused('changed-meanwhile');
  end if;
  perform public.set_order_tracking(p_order_id, p_carrier, p_tracking_number);
  return (select public.done(jsonb_build_object('version', o.version)) from public.orders o where o.id = p_order_id);
end $$;

-- Whether carrier and tracking number are valid and both given, or both null.
create or replace function public.is_tracking(p_carrier text, p_tracking_number text)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  perform p_carrier::public.carrier_code, p_tracking_number::public.tracking_number;
  return (p_carrier is null) = (p_tracking_number is null);
exception when check_violation then
  return false;
end $$;

-- Writes carrier and tracking number with their history. The caller has locked the order.
create or replace function public.set_order_tracking(p_order_id uuid, p_carrier text, p_tracking_number text)
returns void language plpgsql set search_path = '' as $$
declare
  v_before jsonb;
  v_after jsonb := case when p_carrier is not null
    then jsonb_build_object('carrier', p_carrier, 'tracking_number', p_tracking_number) end;
begin
  select case when o.carrier is not null
           then jsonb_build_object('carrier', o.carrier, 'tracking_number', o.tracking_number) end
    into v_before from public.orders o where o.id = p_order_id;
  if v_before is not distinct from v_after then
    return;
  end if;
  update public.orders set carrier = p_carrier, tracking_number = p_tracking_number where id = p_order_id;
  insert into public.order_history (order_id, actor_kind, actor_id, event, details)
  values (p_order_id, 'admin', public.current_user_id(), 'tracked',
    jsonb_build_object('tracking', jsonb_build_object('from', v_before, 'to', v_after)));
end $$;

revoke execute on function
  public.save_order_tracking(uuid, integer, text, text), public.is_tracking(text, text),
  public.set_order_tracking(uuid, text, text) from public;
grant execute on function public.save_order_tracking(uuid, integer, text, text) to ninth_bend_admin;
