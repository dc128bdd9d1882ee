-- Undoes the last status transition within order_undo_window() and deletes its unsent email; refused if a
-- worker has claimed the email.
create or replace function public.undo_order_move(p_order_id uuid, p_expected_status text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_status text;
  v_door_payment text;
  v_last_move record;
  v_mail record;
begin
  if not public.is_admin() then
    return public.refused('not-found');
  end if;
  select o.status, o.door_payment into v_status, v_door_payment
    from public.orders o where o.id = p_order_id for no key update;
  if not found then
    return public.refused('not-found');
  end if;
  if v_status is distinct from p_expected_status then
    return public.refused('status-changed', jsonb_build_object('status', v_status));
  end if;
  select h.event, h.from_status, h.to_status, h.at, h.undo_count into v_last_move
    from public.order_history h where h.order_id = p_order_id and h.to_status is not null order by h.id desc limit 1;
  -- The payment at the door and refunds belong to a delivery.
  if (v_last_move.event = 'moved' and v_last_move.to_status = v_status and v_door_payment is null) is not true then
    return public.refused('nothing-to-undo');
  end if;
  -- Uses clock_timestamp() instead of now(), because the transaction may have waited for the lock above.
  if clock_timestamp() > v_last_move.at + public.order_undo_window() then
    return public.refused('too-late');
  end if;
  select m.id, m.sent_at, m.leased_until into v_mail
    from public.outbox m where m.dedupe_key = format('order-%s:%s', v_status, p_order_id) for update;
  if v_mail.sent_at is not null or v_mail.leased_until is not null then
    return public.refused('too-late');
  end if;
  delete from public.outbox m where m.id = v_mail.id;

  -- The history row comes first, because change_order() requires it.
  insert into public.order_history (order_id, actor_kind, actor_id, event, from_status, to_status, undo_count)
  values (p_order_id, 'admin', public.current_user_id(), 'undone', v_status, v_last_move.from_status, v_last_move.undo_count + 1);
  update public.orders
     set status = v_last_move.from_status, actual_delivery = case when v_status <> 'delivered' then actual_delivery end,
         carrier = case when v_status <> 'shipped' then carrier end,
         tracking_number = case when v_status <> 'shipped' then tracking_number end
   where id = p_order_id;
  return public.done(jsonb_build_object('status', v_last_move.from_status));
end $$;

revoke execute on function public.undo_order_move(uuid, text) from public;
grant execute on function public.undo_order_move(uuid, text) to ninth_bend_admin, ninth_bend_packer;
