-- Changes quantities or removes items; the stock follows the difference, prices stay.
create or replace function public.edit_order(
  p_order_id uuid, p_version integer, p_items jsonb, p_estimated_delivery date)
returns jsonb language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v_order record;
  v_line_count integer := 0;
  v_ids text[];
  v_quantities integer[];
  v_known integer;
  v_insufficient jsonb;
  v_total numeric;
  v_changes jsonb;
  v_delivery date;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  select o.status, o.version, o.total_amount, o.estimated_delivery,
         (o.created_at at time zone 'Europe/London')::date as placed_on
    into v_order from public.orders o where o.id = p_order_id for no key update;
  if not found then
    return public.refused('not-found');
  end if;
  if not (select s.is_open from public.order_statuses() s where s.status = v_order.status) then
    return public.refused('not-editable');
  end if;
  if v_order.version is distinct from p_version then
    return public.refused('changed-meanwhile');
  end if;

  if jsonb_typeof(p_items) = 'array' then
    v_line_count := jsonb_array_length(p_items);
  end if;
  if v_line_count = 0 then
    return public.refused('no-items-left');
  end if;
  select array_agg(sent.id),
         array_agg(case when sent.quantity between 1 and 999 and sent.quantity = trunc(sent.quantity)
                        then sent.quantity::integer end)
    into v_ids, v_quantities
    from (
      select lower(coalesce(item ->> 'id', '')) as id,
             case when jsonb_typeof(item -> 'quantity') = 'number'
                  then (item ->> 'quantity')::numeric end as quantity
        from jsonb_array_elements(p_items) as item
    ) sent;
  if array_position(v_quantities, null) is not null
     or (select count(distinct kept.id) from unnest(v_ids) as kept (id)) < v_line_count then
    return public.refused('quantity-invalid');
  end if;
  select count(*) into v_known
    from public.order_items i where i.order_id = p_order_id and i.id::text = any (v_ids);
  if v_known < v_line_count then
    return public.refused('changed-meanwhile');
  end if;
  v_delivery := coalesce(p_estimated_delivery, v_order.estimated_delivery);
  if v_delivery not between v_order.placed_on and v_order.placed_on + 366 then
    return public.refused('date-invalid');
  end if;

  perform from public.products p
    where p.id in (select i.product_id from public.order_items i where i.order_id = p_order_id)
    order by p.id for no key update;
  select sum(coalesce(kept.quantity, 0) * i.price),
         jsonb_agg(jsonb_build_object('product_id', i.product_id, 'name', i.product_name,
             'from', i.quantity, 'to', coalesce(kept.quantity, 0))
           order by i.line_number) filter (where kept.quantity is distinct from i.quantity),
         jsonb_agg(jsonb_build_object('product_id', p.id, 'name', i.product_name,
             'stock', p.stock, 'still_to_come', kept.quantity - i.quantity)
           order by i.line_number) filter (where kept.quantity - i.quantity > p.stock)
    into v_total, v_changes, v_insufficient
    from public.order_items i
    join public.products p on p.id = i.product_id
    left join unnest(v_ids, v_quantities) as kept (id, quantity) on kept.id = i.id::text
   where i.order_id = p_order_id;
  if v_insufficient is not null then
    return public.refused('not-enough-stock', jsonb_build_object('lines', v_insufficient));
  end if;
  if v_total >= 100000000 then
    return public.refused('quantity-invalid');
  end if;

  if v_changes is not null or v_delivery <> v_order.estimated_delivery then
    with wanted as (
      select i.id, i.product_id, coalesce(kept.quantity, 0) as quantity,
             coalesce(kept.quantity, 0) - i.quantity as more
        from public.order_items i
        left join unnest(v_ids, v_quantities) as kept (id, quantity) on kept.id = i.id::text
       where i.order_id = p_order_id and kept.quantity is distinct from i.quantity
    ), kept as (
      update public.order_items i set quantity = w.quantity from wanted w where i.id = w.id and w.quantity > 0
    ), removed as (
      delete from public.order_items i using wanted w where i.id = w.id and w.quantity = 0
    ), moved as (
      update public.products p set stock = p.stock - w.more from wanted w where p.id = w.product_id
      returning p.id, p.stock, w.more
    )
    insert into public.inventory_adjustments
      (product_id, quantity_change, reason, action_type, actor_kind, actor_id, order_id, stock_after)
    select m.id, -m.more, 'Order edited', 'order_edited', 'admin', public.current_user_id(), p_order_id, m.stock
      from moved m;
    update public.orders set total_amount = v_total, estimated_delivery = v_delivery where id = p_order_id;
    insert into public.order_history (order_id, actor_kind, actor_id, event, details)
    values (p_order_id, 'admin', public.current_user_id(), 'edited', jsonb_build_object(
      'items', coalesce(v_changes, '[]'),
      'total_amount', jsonb_build_object('from', v_order.total_amount, 'to', v_total),
      'estimated_delivery', jsonb_build_object('from', v_order.estimated_delivery, 'to', v_delivery)));
  end if;
  return (select public.done(jsonb_build_object('total_amount', o.total_amount, 'version', o.version))
            from public.orders o where o.id = p_order_id);
end $$;

revoke execute on function public.edit_order(uuid, integer, jsonb, date) from public;
grant execute on function public.edit_order(uuid, integer, jsonb, date) to ninth_bend_admin;
