-- Cancels the given unshipped orders of one customer in one transaction, through cancel_order. Orders that have moved on are returned as
-- `kept`. The older overload is dropped, because a call with four arguments would be ambiguous.
drop function if exists public.cancel_customer_orders(uuid, uuid[], text, text);
create or replace function public.cancel_customer_orders(
  p_user_id uuid, p_order_ids uuid[], p_reason text, p_note text default null, p_customer_note text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_order record;
  v_answer jsonb;
  v_cancelled jsonb := '[]';
  v_unchanged jsonb := '[]';
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  if public.trim_white_space(coalesce(p_reason, '')) = '' or public.trim_white_space(coalesce(p_note, '')) = '' then
    return public.refused('reason-missing');
  end if;
  -- Locks all orders, then all products, each by ID; order by order could deadlock.
  perform from public.orders o where o.user_id = p_user_id and o.id = any (p_order_ids) order by o.id for no key update;
  perform from public.products p
    where p.id in (select i.product_id from public.order_items i join public.orders o on o.id = i.order_id
                    where o.user_id = p_user_id and o.id = any (p_order_ids))
    order by p.id for no key update;
  for v_order in
    select o.id, o.status from public.orders o where o.user_id = p_user_id and o.id = any (p_order_ids) order by o.created_at desc, o.id
  loop
    if v_order.status in ('pending', 'processing') then
      v_answer := public.cancel_order(
        p_order_id => v_order.id, p_reason => p_reason, p_note => p_note, p_customer_note => p_customer_note);
      if (v_answer ->> 'ok')::boolean then
        v_cancelled := v_cancelled || to_jsonb(v_order.id);
        continue;
      end if;
    end if;
    v_unchanged := v_unchanged || jsonb_build_object('id', v_order.id, 'status', v_order.status);
  end loop;
  if v_cancelled = '[]' and v_unchanged = '[]' then
    return public.refused('not-found');
  end if;
  return public.done(jsonb_build_object('cancelled', v_cancelled, 'kept', v_unchanged));
end $$;

revoke execute on function public.cancel_customer_orders(uuid, uuid[], text, text, text) from public;
grant execute on function public.cancel_customer_orders(uuid, uuid[], text, text, text) to ninth_bend_admin;
