-- Changes quantities or removes items at the agreed prices and rates; before shipping also changes the address (null: no) and adds products
-- at today's price, as shown in p_added: [{product_id, quantity, price}]. Locks the order, then all products by ID, like place_orders.
drop function if exists public.edit_order(uuid, integer, jsonb, date);
create or replace function public.edit_order(
  p_order_id uuid, p_version integer, p_items jsonb, p_estimated_delivery date,
  p_address jsonb default null, p_added jsonb default '[]')
returns jsonb language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v_order record;
  v_line_count integer := 0;
  v_ids text[];
  v_quantities integer[];
  v_known integer;
  v_insufficient jsonb;
  v_total numeric;
  v_charge numeric;
  v_changes jsonb;
  v_delivery date;
  v_address jsonb;
  v_address_changes jsonb;
  v_invalid_fields text[];
  -- Added products, each once.
  v_added_count integer := 0;
  v_added_ids uuid[];
  v_added_quantities integer[];
  v_added_prices numeric[];
  v_added_total numeric;
  v_added_changes jsonb;
  v_withdrawn jsonb;
  v_other_price jsonb;
  v_added_short jsonb;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  select o.status, o.version, o.total_amount, o.estimated_delivery, o.shipping_address::jsonb as address,
         (o.created_at at time zone 'Europe/London')::date as placed_on, o.delivery_rate, o.delivery_free_over, o.delivery_charge
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
  if jsonb_typeof(p_added) = 'array' then
    v_added_count := jsonb_array_length(p_added);
  end if;
  if v_line_count + v_added_count = 0 then
    return public.refused('no-items-left');
  end if;
  if (p_address is not null or v_added_count > 0) and not v_order.status in ('pending', 'processing') then
    return public.refused('already-shipped');
  end if;
  if p_address is not null then
    select checked.address, checked.invalid_fields into v_address, v_invalid_fields
      from public.check_shipping_address(p_address || '{"country": "United Kingdom"}') checked;
    if v_invalid_fields is not null then
      return public.refused('address-incomplete', jsonb_build_object('fields', to_jsonb(v_invalid_fields)));
    end if;
    select jsonb_object_agg(entry.key, jsonb_build_object('from', v_order.address -> entry.key, 'to', entry.value))
      into v_address_changes
      from jsonb_each(v_address) entry where entry.value is distinct from v_order.address -> entry.key;
  end if;
  select array_agg(lower(coalesce(item ->> 'id', ''))), array_agg(public.read_pieces(item -> 'quantity')) into v_ids, v_quantities
    from jsonb_array_elements(p_items) as item;
  if array_position(v_quantities, null) is not null
     or (select count(distinct kept.id) from unnest(v_ids) as kept (id)) < v_line_count then
    return public.refused('quantity-invalid');
  end if;
  select count(*) into v_known
    from public.order_items i where i.order_id = p_order_id and i.id::text = any (v_ids);
  if v_known < v_line_count then
    return public.refused('changed-meanwhile');
  end if;
  select array_agg(case when sent.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then sent.id::uuid end order by sent.position),
         array_agg(sent.quantity order by sent.position),
         array_agg(sent.price order by sent.position)
    into v_added_ids, v_added_quantities, v_added_prices
    from (
      select lower(coalesce(line ->> 'product_id', '')) as id, position,
             public.read_pieces(line -> 'quantity') as quantity, case when jsonb_typeof(line -> 'price') = 'number' then (line ->> 'price')::numeric end as price
        from jsonb_array_elements(case when v_added_count between 1 and 100 then p_added else '[]' end) with ordinality as added (line, position)
    ) sent;
  if v_added_count > 100 or array_position(v_added_quantities, null) is not null or array_position(v_added_ids, null) is not null
     or (select count(distinct added.id) from unnest(v_added_ids) as added (id)) < v_added_count then
    return public.refused('quantity-invalid');
  end if;
  if exists (select from public.order_items i where i.order_id = p_order_id and i.product_id = any (v_added_ids)) then
    return public.refused('already-in-order');
  end if;
  v_delivery := coalesce(p_estimated_delivery, v_order.estimated_delivery);
  if v_delivery not between v_order.placed_on and v_order.placed_on + 366 then
    return public.refused('date-invalid');
  end if;

  perform from public.products p
    where p.id in (select i.product_id from public.order_items i where i.order_id = p_order_id
                   union all select added.id from unnest(v_added_ids) as added (id))
    order by p.id for no key update;
  select sum(coalesce(kept.quantity, 0) * i.price),
         jsonb_agg(jsonb_build_object('product_id', i.product_id, 'name', i.product_name,
             'from', i.quantity, 'to', coalesce(kept.quantity, 0))
           order by i.line_number) filter (where kept.quantity is distinct from i.quantity),
         jsonb_agg(jsonb_build_object('product_id', p.id, 'name', i.product_name,
             'stock', sellable.stock, 'still_to_come', kept.quantity - i.quantity)
           order by i.line_number) filter (where kept.quantity - i.quantity > sellable.stock)
    into v_total, v_changes, v_insufficient
    from public.order_items i
    join public.products p on p.id = i.product_id
   cross join lateral (select public.sellable_stock(p.id, p.stock) as stock) sellable
    left join unnest(v_ids, v_quantities) as kept (id, quantity) on kept.id = i.id::text
   where i.order_id = p_order_id;
  select sum(added.quantity * p.price),
         jsonb_agg(jsonb_build_object('product_id', p.id, 'name', p.name, 'from', 0, 'to', added.quantity) order by added.position),
         jsonb_agg(jsonb_build_object('product_id', added.id)) filter (where p.id is null or not p.is_active),
         jsonb_agg(jsonb_build_object('product_id', p.id, 'name', p.name, 'price', p.price))
           filter (where p.is_active and added.price is distinct from p.price),
         jsonb_agg(jsonb_build_object('product_id', p.id, 'name', p.name, 'stock', sellable.stock, 'still_to_come', added.quantity)
           order by added.position) filter (where added.quantity > sellable.stock)
    into v_added_total, v_added_changes, v_withdrawn, v_other_price, v_added_short
    from unnest(v_added_ids, v_added_quantities, v_added_prices) with ordinality as added (id, quantity, price, position)
    left join public.products p on p.id = added.id
    left join lateral (select public.sellable_stock(p.id, p.stock) as stock) sellable on true;
  if v_withdrawn is not null then
    return public.refused('withdrawn', jsonb_build_object('lines', v_withdrawn));
  end if;
  if v_other_price is not null then
    return public.refused('price-changed', jsonb_build_object('lines', v_other_price));
  end if;
  v_insufficient := nullif(coalesce(v_insufficient, '[]') || coalesce(v_added_short, '[]'), '[]');
  v_changes := nullif(coalesce(v_changes, '[]') || coalesce(v_added_changes, '[]'), '[]');
  v_total := v_total + coalesce(v_added_total, 0);
  if v_insufficient is not null then
    return public.refused('not-enough-stock', jsonb_build_object('lines', v_insufficient));
  end if;
  v_charge := public.delivery_charge(v_total, v_order.delivery_rate, v_order.delivery_free_over);
  v_total := v_total + v_charge;
  if v_total >= 100000000 then
    return public.refused('quantity-invalid');
  end if;

  if v_changes is not null or v_delivery <> v_order.estimated_delivery or v_address_changes is not null then
    with wanted as (
      select i.id, i.product_id, coalesce(kept.quantity, 0) as quantity,
             coalesce(kept.quantity, 0) - i.quantity as more
        from public.order_items i
        left join unnest(v_ids, v_quantities) as kept (id, quantity) on kept.id = i.id::text
       where i.order_id = p_order_id and kept.quantity is distinct from i.quantity
       union all
      select null, added.id, added.quantity, added.quantity from unnest(v_added_ids, v_added_quantities) as added (id, quantity)
    ), kept as (
      update public.order_items i set quantity = w.quantity from wanted w where i.id = w.id and w.quantity > 0
    ), added as (
      insert into public.order_items
        (order_id, line_number, product_id, quantity, price, product_name, net_weight, allergy_advice, image_url, vat_rate)
      select p_order_id, line.position + (select max(i.line_number) from public.order_items i where i.order_id = p_order_id),
             p.id, line.quantity, p.price, p.name, p.net_weight, p.allergy_advice, p.image_url, p.vat_rate
        from unnest(v_added_ids, v_added_quantities) with ordinality as line (id, quantity, position)
        join public.products p on p.id = line.id
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
    update public.orders
       set total_amount = v_total, delivery_charge = v_charge, estimated_delivery = v_delivery,
           -- The address keeps the order's email.
           shipping_address = case when v_address_changes is null then shipping_address else v_order.address || v_address end
     where id = p_order_id;
    insert into public.order_history (order_id, actor_kind, actor_id, event, details)
    values (p_order_id, 'admin', public.current_user_id(), 'edited', jsonb_build_object(
      'items', coalesce(v_changes, '[]'),
      'total_amount', jsonb_build_object('from', v_order.total_amount, 'to', v_total),
      'estimated_delivery', jsonb_build_object('from', v_order.estimated_delivery, 'to', v_delivery))
      || case when v_charge = v_order.delivery_charge then '{}'
              else jsonb_build_object('delivery_charge', jsonb_build_object('from', v_order.delivery_charge, 'to', v_charge)) end
      || case when v_address_changes is null then '{}' else jsonb_build_object('address', v_address_changes) end);
    perform public.queue_order_change_email(p_order_id);
  end if;
  return (select public.done(jsonb_build_object('total_amount', o.total_amount, 'version', o.version))
            from public.orders o where o.id = p_order_id);
end $$;

revoke execute on function public.edit_order(uuid, integer, jsonb, date, jsonb, jsonb) from public;
grant execute on function public.edit_order(uuid, integer, jsonb, date, jsonb, jsonb) to ninth_bend_admin;
