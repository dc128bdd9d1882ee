-- Records or corrects how a delivered order was paid, until there is a refund. Recording the same payment
-- again changes nothing.
create or replace function public.record_door_payment(p_order_id uuid, p_expected_version integer, p_payment text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_order record;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  select o.actual_delivery, o.version, o.door_payment into v_order
    from public.orders o where o.id = p_order_id for no key update;
  if not found then
    return public.refused('not-found');
  end if;
  if v_order.actual_delivery is null then
    return public.refused('not-delivered');
  end if;
  if (p_payment in ('cash', 'card', 'not-paid')) is not true then
    return public.refused('payment-missing');
  end if;
  if v_order.door_payment = p_payment then
    return public.done(jsonb_build_object('door_payment', p_payment));
  end if;
  if v_order.version is distinct from p_expected_version then
    return public.refused('changed-meanwhile');
  end if;
  if exists (select from public.refunds r where r.order_id = p_order_id) then
    return public.refused('refunded-already');
  end if;

  update public.orders set door_payment = p_payment where id = p_order_id;
  insert into public.order_history (order_id, actor_kind, actor_id, event, details)
  values (p_order_id, 'admin', public.current_user_id(), 'payment-recorded',
    jsonb_build_object('from', v_order.door_payment, 'to', p_payment));
  return public.done(jsonb_build_object('door_payment', p_payment));
end $$;

revoke execute on function public.record_door_payment(uuid, integer, text) from public;
grant execute on function public.record_door_payment(uuid, integer, text) to ninth_bend_admin;
