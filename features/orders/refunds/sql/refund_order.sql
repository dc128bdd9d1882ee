-- Refunds a delivered order: the rest of the payment, or item quantities, delivery charge and a free amount. The database calculates the
-- amount and compares it with the confirmed one; p_payment applies if none is recorded.
drop function if exists public.refund_order(uuid, uuid, integer, numeric, boolean, jsonb, numeric, text, text, boolean, text);
create or replace function public.refund_order(
  p_order_id uuid, p_idempotency_key uuid, p_expected_version integer, p_expected_amount numeric, p_is_whole boolean,
  p_lines jsonb, p_free_amount numeric, p_reason text, p_method text, p_restock boolean, p_payment text default null,
  p_delivery boolean default false)
returns jsonb language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v_actor_id uuid := public.current_user_id();
  v_reason text := nullif(left(public.trim_white_space(p_reason), 2000), '');
  v_free_amount numeric := coalesce(p_free_amount, 0);
  v_request_hash text := encode(sha256(convert_to((jsonb_build_array(
    p_is_whole, p_lines, p_free_amount, p_expected_amount, p_reason, p_method, p_restock)
    || case when p_delivery then '["delivery"]' else '[]' end)::text, 'UTF8')), 'hex');
  v_order record;
  v_earlier record;
  v_payment text;
  v_remaining numeric;
  v_amount numeric;
  -- The part of the delivery charge that is not refunded yet, then the part that this refund covers.
  v_delivery_left numeric;
  v_delivery_amount numeric := 0;
  v_ids uuid[] := '{}';
  v_quantities integer[] := '{}';
  v_excess jsonb;
  v_refund_id uuid := gen_random_uuid();
  v_is_restocked boolean;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  select o.status, o.actual_delivery, o.version, o.total_amount, o.delivery_charge, o.door_payment, o.user_id into v_order
    from public.orders o where o.id = p_order_id for no key update;
  if not found then
    return public.refused('not-found');
  end if;
  select r.id, r.amount, r.request_hash into v_earlier
    from public.refunds r where r.order_id = p_order_id and r.idempotency_key = p_idempotency_key;
  if found then
    return case when v_earlier.request_hash = v_request_hash
      then public.done(jsonb_build_object('refund_id', v_earlier.id, 'amount', v_earlier.amount, 'already_refunded', true))
      else public.refused('key-reused', jsonb_build_object('amount', v_earlier.amount)) end;
  end if;
  if v_order.actual_delivery is null then
    return public.refused('not-delivered');
  end if;
  if p_idempotency_key is null or v_order.version is distinct from p_expected_version then
    return public.refused('changed-meanwhile');
  end if;
  if v_reason is null then
    return public.refused('reason-missing');
  end if;
  if (p_method in ('cash', 'card', 'bank-transfer')) is not true then
    return public.refused('method-missing');
  end if;
  v_payment := coalesce(v_order.door_payment, p_payment);
  if (v_payment in ('cash', 'card', 'not-paid')) is not true then
    return public.refused('payment-missing');
  end if;
  if v_payment = 'not-paid' then
    return public.refused('not-paid');
  end if;
  select v_order.total_amount - coalesce(sum(r.amount), 0), v_order.delivery_charge - coalesce(sum(r.delivery_amount), 0)
    into v_remaining, v_delivery_left
    from public.refunds r where r.order_id = p_order_id;
  if v_remaining <= 0 then
    return public.refused('nothing-remains');
  end if;

  if p_is_whole then
    select coalesce(array_agg(left_over.id), '{}'), coalesce(array_agg(left_over.quantity), '{}') into v_ids, v_quantities
      from (select i.id, i.quantity - coalesce((
                     select sum(l.quantity) from public.refund_lines l where l.order_item_id = i.id), 0)::integer as quantity
              from public.order_items i where i.order_id = p_order_id) left_over
     where left_over.quantity > 0;
    -- After an earlier free amount, less remains than the items cost.
    v_amount := v_remaining;
    v_delivery_amount := v_delivery_left;
  else
    if jsonb_typeof(p_lines) = 'array' and jsonb_array_length(p_lines) > 0 then
      if jsonb_array_length(p_lines) > 1000 then
        return public.refused('quantity-invalid');
      end if;
      select array_agg(i.id), array_agg(public.read_pieces(line -> 'quantity')) into v_ids, v_quantities
        from jsonb_array_elements(p_lines) line
        left join public.order_items i on i.order_id = p_order_id and i.id::text = lower(line ->> 'id');
      if array_position(v_ids, null) is not null or array_position(v_quantities, null) is not null
         or (select count(distinct sent.id) from unnest(v_ids) sent (id)) < cardinality(v_ids) then
        return public.refused('quantity-invalid');
      end if;
    end if;
    if (v_free_amount >= 0 and v_free_amount < 100000000 and v_free_amount = round(v_free_amount, 2)) is not true then
      return public.refused('free-amount-invalid');
    end if;
    if p_delivery then
      if v_delivery_left <= 0 then
        return public.refused('delivery-refunded');
      end if;
      v_delivery_amount := v_delivery_left;
    end if;
    select coalesce(sum(i.price * sent.quantity), 0) + v_delivery_amount + v_free_amount,
           jsonb_agg(jsonb_build_object('id', i.id, 'name', i.product_name, 'remaining', i.quantity - earlier.quantity)
             order by i.line_number) filter (where sent.quantity > i.quantity - earlier.quantity)
      into v_amount, v_excess
      from unnest(v_ids, v_quantities) sent (id, quantity)
      join public.order_items i on i.id = sent.id
     cross join lateral (
       select coalesce(sum(l.quantity), 0) as quantity from public.refund_lines l where l.order_item_id = i.id) earlier;
    if v_excess is not null then
      return public.refused('more-than-bought', jsonb_build_object('lines', v_excess));
    end if;
    if v_amount <= 0 then
      return public.refused('nothing-chosen');
    end if;
    if v_amount > v_remaining then
      return public.refused('more-than-remains', jsonb_build_object('amount', v_amount, 'remaining', v_remaining));
    end if;
  end if;
  if v_amount is distinct from p_expected_amount then
    return public.refused('amount-differs', jsonb_build_object('amount', v_amount));
  end if;
  v_is_restocked := coalesce(p_restock, false) and cardinality(v_ids) > 0;

  if v_order.door_payment is null then
    insert into public.order_history (order_id, actor_kind, actor_id, event, details)
    values (p_order_id, 'admin', v_actor_id, 'payment-recorded', jsonb_build_object('from', null, 'to', v_payment));
  end if;
  insert into public.refunds (id, order_id, actor_id, amount, delivery_amount, method, reason, is_restocked, idempotency_key, request_hash)
  values (v_refund_id, p_order_id, v_actor_id, v_amount, v_delivery_amount, p_method, v_reason, v_is_restocked, p_idempotency_key, v_request_hash);
  insert into public.refund_lines (refund_id, order_item_id, quantity, amount)
  select v_refund_id, i.id, sent.quantity, i.price * sent.quantity
    from unnest(v_ids, v_quantities) sent (id, quantity) join public.order_items i on i.id = sent.id;
  if v_is_restocked then
    perform from public.products p
      where p.id in (select i.product_id from public.order_items i where i.id = any (v_ids))
      order by p.id for no key update;
    with returned as (
      update public.products p set stock = p.stock + l.quantity
        from public.refund_lines l join public.order_items i on i.id = l.order_item_id
       where l.refund_id = v_refund_id and p.id = i.product_id
      returning p.id, p.stock, l.quantity
    )
    insert into public.inventory_adjustments
      (product_id, quantity_change, reason, action_type, actor_kind, actor_id, order_id, refund_id, stock_after)
    select r.id, r.quantity, 'Refunded and returned', 'order_refunded', 'admin', v_actor_id, p_order_id, v_refund_id, r.stock
      from returned r;
  end if;
  -- The new version reaches other open pages, even if the payment was recorded before.
  update public.orders set door_payment = v_payment where id = p_order_id;
  insert into public.order_history (order_id, actor_kind, actor_id, event, note, details)
  select p_order_id, 'admin', v_actor_id, 'refunded', v_reason, jsonb_build_object(
           'amount', v_amount, 'delivery_amount', v_delivery_amount, 'method', p_method, 'is_restocked', v_is_restocked,
           'items', coalesce(jsonb_agg(jsonb_build_object('name', i.product_name, 'quantity', l.quantity, 'amount', l.amount)
             order by i.line_number), '[]'))
    from public.refund_lines l join public.order_items i on i.id = l.order_item_id where l.refund_id = v_refund_id;
  insert into public.outbox (kind, dedupe_key, recipient, payload)
  select 'order-refunded', 'order-refunded:' || v_refund_id,
         (select u.email from public.user_profiles u where u.user_id = v_order.user_id),
         jsonb_build_object('order_id', p_order_id, 'refund_id', v_refund_id)
   where public.is_customer_email_on('order-refunded');
  return public.done(jsonb_build_object('refund_id', v_refund_id, 'amount', v_amount, 'already_refunded', false));
end $$;

revoke execute on function
  public.refund_order(uuid, uuid, integer, numeric, boolean, jsonb, numeric, text, text, boolean, text, boolean) from public;
grant execute on function
  public.refund_order(uuid, uuid, integer, numeric, boolean, jsonb, numeric, text, text, boolean, text, boolean) to ninth_bend_admin;
