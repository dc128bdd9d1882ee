-- Ships an order through move_order, with carrier and tracking number (both, or both null).
create or replace function public.ship_order(
  p_order_id uuid, p_expected_status text, p_carrier text, p_tracking_number text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_answer jsonb;
begin
  if not public.is_admin() then
    return public.refused('not-found');
  end if;
  if not public.is_tracking(p_carrier, p_tracking_number) then
    return public.refused('tracking-invalid');
  end if;
  v_answer := public.move_order(p_order_id, p_expected_status, 'shipped');
  if (v_answer ->> 'ok')::boolean then
    perform public.set_order_tracking(p_order_id, p_carrier, p_tracking_number);
  end if;
  return v_answer;
end $$;

revoke execute on function public.ship_order(uuid, text, text, text) from public;
grant execute on function public.ship_order(uuid, text, text, text) to ninth_bend_admin, ninth_bend_packer;
