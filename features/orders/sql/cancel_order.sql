-- The only way to cancel an order. With an expected status, refuses an order that has moved on. Emails contain p_customer_note only; a
-- customer who cancels always gets one (Consumer Contracts Regulations 2013, regulation 32). Older overloads are dropped as ambiguous.
drop function if exists public.cancel_order(uuid, text, text, boolean);
drop function if exists public.cancel_order(uuid, text, text, boolean, text);
create or replace function public.cancel_order(
  p_order_id uuid, p_reason text, p_note text default null, p_from_detail_page boolean default false,
  p_expected_status text default null, p_customer_note text default null)
returns jsonb language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v_user_id uuid := public.current_user_id();
  -- Checks the role too: an administrator who shops is an ordinary customer.
  v_is_admin boolean := current_setting('role') = 'ninth_bend_admin' and public.is_manager();
  v_is_customer boolean := current_setting('role') = 'ninth_bend_customer';
  v_actor_kind text := case when v_is_admin then 'admin' else 'customer' end;
  v_email_kind text := case when v_is_admin then 'order-cancelled' else 'order-cancellation-received' end;
  v_status text;
  v_is_open boolean;
  v_refusal text;
  v_customer_note text := case when v_is_admin then nullif(left(public.trim_white_space(p_customer_note), 1000), '') end;
begin
  select o.status into v_status from public.orders o
   where o.id = p_order_id and (v_is_admin or (v_is_customer and o.user_id = v_user_id))
     for no key update;
  if not found then
    return public.refused('not-found');
  end if;
  if v_status = 'cancelled' then
    return public.done('{"status": "cancelled", "already_cancelled": true}');
  end if;
  if v_status <> p_expected_status then
    return public.refused('status-changed', jsonb_build_object('status', v_status));
  end if;
  select s.is_open,
         case when public.trim_white_space(coalesce(p_reason, '')) = '' then 'reason-missing'
              when not v_is_admin then s.customer_refusal
              when p_from_detail_page then s.order_page_refusal
              else s.list_refusal end
    into v_is_open, v_refusal from public.order_statuses() s where s.status = v_status;
  if v_refusal is not null then
    return public.refused(v_refusal); -- 'reason-missing', 'shipped-phone-us' or 'delivered'
  end if;

  -- The customer has the goods of a delivered order; an administrator adds them to stock when they return.
  if v_is_open then
    perform from public.products p
      where p.id in (select i.product_id from public.order_items i where i.order_id = p_order_id)
      order by p.id for no key update;
    with returned as (
      update public.products p set stock = p.stock + i.quantity
        from public.order_items i where i.order_id = p_order_id and p.id = i.product_id
      returning p.id, p.stock, i.quantity
    )
    insert into public.inventory_adjustments
      (product_id, quantity_change, reason, action_type, actor_kind, actor_id, order_id, stock_after)
    select r.id, r.quantity, left(public.trim_white_space(p_reason), 500), 'order_cancelled', v_actor_kind, v_user_id, p_order_id, r.stock
      from returned r;
  end if;
  update public.orders set status = 'cancelled' where id = p_order_id;
  insert into public.order_history (order_id, actor_kind, actor_id, event, from_status, to_status, reason, note, customer_note)
  values (p_order_id, v_actor_kind, v_user_id, 'cancelled', v_status, 'cancelled',
    left(public.trim_white_space(p_reason), 500), nullif(left(public.trim_white_space(p_note), 2000), ''), v_customer_note);

  -- Unsent emails about the order's status are outdated.
  delete from public.outbox
   where dedupe_key in ('order-shipped:' || p_order_id, 'order-delivered:' || p_order_id) and sent_at is null and attempts = 0;
  insert into public.outbox (kind, dedupe_key, recipient, payload)
  select v_email_kind, v_email_kind || ':' || p_order_id,
         (select u.email from public.user_profiles u where u.user_id = o.user_id),
         jsonb_strip_nulls(jsonb_build_object('order_id', p_order_id, 'from_status', v_status, 'customer_note', v_customer_note))
    from public.orders o where o.id = p_order_id and public.is_customer_email_on(v_email_kind)
      on conflict (dedupe_key) do nothing;
  return public.done('{"status": "cancelled", "already_cancelled": false}');
end $$;

revoke execute on function public.cancel_order(uuid, text, text, boolean, text, text) from public;
grant execute on function public.cancel_order(uuid, text, text, boolean, text, text) to ninth_bend_customer, ninth_bend_admin;
