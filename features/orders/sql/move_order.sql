-- Moves an order to its next status. The expected status keeps two administrators from taking the same step;
-- the email waits for the undo window. Orders with recalled units are not shipped.
create or replace function public.move_order(p_order_id uuid, p_expected_status text, p_to_status text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_status text;
  v_user_id uuid;
  v_recalled jsonb;
begin
  if not public.is_admin() then
    return public.refused('not-found');
  end if;
  select o.status, o.user_id into v_status, v_user_id from public.orders o where o.id = p_order_id for no key update;
  if not found then
    return public.refused('not-found');
  end if;
  if v_status is distinct from p_expected_status then
    return public.refused('status-changed', jsonb_build_object('status', v_status));
  end if;
  if not exists (select from public.order_statuses() s where s.status = v_status and s.next_status = p_to_status) then
    return public.refused('move-not-allowed');
  end if;
  if p_to_status = 'shipped' then
    v_recalled := public.recalled_items(p_order_id);
    if v_recalled is not null then
      return public.refused('recalled', jsonb_build_object('items', v_recalled));
    end if;
  end if;

  update public.orders
     set status = p_to_status, actual_delivery = case when p_to_status = 'delivered' then now() else actual_delivery end
   where id = p_order_id;
  insert into public.order_history (order_id, actor_kind, actor_id, event, from_status, to_status, undo_count)
  select p_order_id, 'admin', public.current_user_id(), 'moved', v_status, p_to_status, coalesce(max(h.undo_count), 0)
    from public.order_history h where h.order_id = p_order_id;
  if p_to_status in ('shipped', 'delivered') then
    insert into public.outbox (kind, dedupe_key, recipient, payload, available_at)
    select 'order-' || p_to_status, format('order-%s:%s', p_to_status, p_order_id),
           (select u.email from public.user_profiles u where u.user_id = v_user_id),
           jsonb_build_object('order_id', p_order_id), now() + public.order_undo_window()
     where public.is_customer_email_on('order-' || p_to_status)
        on conflict (dedupe_key) do nothing;
  end if;
  return public.done(jsonb_build_object('status', p_to_status));
end $$;

revoke execute on function public.move_order(uuid, text, text) from public;
grant execute on function public.move_order(uuid, text, text) to ninth_bend_admin, ninth_bend_packer;
