-- Stores the attempts with an order ID as orders, with stock, history, email and key.
create or replace function public.store_orders(
  p_attempts public.checkout_attempt[], p_lines public.checkout_line[], p_placed_by uuid, p_limits jsonb)
returns void language plpgsql as $$
declare
  v_actor_kind constant text := case when p_placed_by is null then 'customer' else 'admin' end;
  v_per_order constant interval := interval '1 hour' / (p_limits -> 'max_orders_per_hour_per_address')::integer;
  v_sold integer;
begin
  insert into public.orders (id, user_id, total_amount, shipping_address, payment_method, estimated_delivery,
                             delivery_service, delivery_rate, delivery_free_over, delivery_charge, dispatch_day)
  select placed.order_id, placed.user_id, placed.total,
         case when u.email is null then placed.address else placed.address || jsonb_build_object('email', u.email) end,
         'cod', placed.estimated_delivery, placed.service, placed.rate, placed.free_over, placed.charge, placed.dispatch_day
    from unnest(p_attempts) as placed
    left join lateral (select p.email from public.user_profiles p where p.user_id = placed.user_id limit 1) u on true
   where placed.order_id is not null;

  with sold as (
    update public.products p set stock = p.stock - line.quantity
      from (
        select wanted.product_id, sum(wanted.quantity)::integer as quantity
          from unnest(p_lines) as wanted where wanted.order_id is not null group by wanted.product_id
      ) line
     where p.id = line.product_id and p.is_active and p.stock >= line.quantity
    returning p.id, p.name, p.price, p.net_weight, p.allergy_advice, p.image_url, p.vat_rate
  ), line as (
    select wanted.order_id, (p_attempts[wanted.attempt]).user_id, wanted.number, wanted.quantity, wanted.stock_after, s.*
      from unnest(p_lines) with ordinality as wanted join sold s on s.id = wanted.product_id
     where wanted.order_id is not null
     order by wanted.ordinality
  ), ledger as (
    insert into public.inventory_adjustments
      (product_id, quantity_change, reason, action_type, actor_kind, actor_id, order_id, stock_after)
    select l.id, -l.quantity, 'Order placed', 'order_placed', v_actor_kind, coalesce(p_placed_by, l.user_id), l.order_id, l.stock_after from line l
  ), items as (
    insert into public.order_items
      (order_id, line_number, product_id, quantity, price, product_name, net_weight, allergy_advice, image_url, vat_rate)
    select l.order_id, l.number, l.id, l.quantity, l.price, l.name, l.net_weight, l.allergy_advice, l.image_url, l.vat_rate from line l
    returning 1
  )
  select count(*) into v_sold from items;
  if v_sold <> (select count(wanted.order_id) from unnest(p_lines) as wanted) then
    raise exception 'Only % lines were sold although their products were locked: %', v_sold, p_lines;
  end if;

  insert into public.order_history (order_id, actor_kind, actor_id, event, to_status)
  select placed.order_id, v_actor_kind, coalesce(p_placed_by, placed.user_id), 'placed', 'pending'
    from unnest(p_attempts) as placed where placed.order_id is not null;
  insert into public.outbox (kind, dedupe_key, recipient, payload)
  select 'order-confirmation', 'order-confirmation:' || placed.order_id, u.email, jsonb_build_object('order_id', placed.order_id)
    from unnest(p_attempts) as placed
    left join lateral (select p.email from public.user_profiles p where p.user_id = placed.user_id limit 1) u on true
   where placed.order_id is not null;
  insert into public.idempotency_keys (user_id, key, request_hash, order_id)
  select placed.user_id, placed.key, placed.request_hash, placed.order_id
    from unnest(p_attempts) as placed where placed.order_id is not null;
  -- Comes last, so that orders from one address wait only for each other's commit. Concurrent increments are
  -- added up.
  insert into accounts.rate_limit as known (key, used_until)
  select placed.caller, now() + count(*) * v_per_order
    from unnest(p_attempts) as placed
   where placed.order_id is not null and placed.caller is not null and v_per_order is not null
   group by placed.caller order by placed.caller
  on conflict (key) do update set used_until = greatest(known.used_until, now()) + (excluded.used_until - now());
end $$;

revoke execute on function
  public.store_orders(public.checkout_attempt[], public.checkout_line[], uuid, jsonb) from public;
