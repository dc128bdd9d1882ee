-- D16, D17: one call places an order, all of it or nothing:
-- prices, stock, items, ledger, history, mail, and the key that the submit can be repeated by.
-- Everybody locks in one order, so that no two can wait for each other:
-- the submit's key, then the order, then its products by id.
-- Every refusal is found before the first write and leaves nothing behind, so a submit that was refused may be sent again.
-- Its statements are planned once a connection, not for each order: planning them costs more than running them.
create or replace function public.place_order(
  p_idempotency_key text, p_lines jsonb, p_shipping_address jsonb, p_payment_method text)
returns jsonb language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v_user_id uuid := public.acting_user_id();
  v_line_count integer := 0;
  -- The cart's lines, one for each product, in the order of the products' ids.
  v_ids text[];
  v_product_ids uuid[];
  v_quantities integer[];
  v_prices numeric[];
  v_line_numbers integer[];
  v_address jsonb;
  v_faulty_fields text[];
  v_email text;
  v_request_hash text;
  v_earlier record;
  v_changed jsonb;
  v_total numeric;
  v_order_id uuid := gen_random_uuid();
  v_sold integer;
begin
  if v_user_id is null then
    return public.refused('not-signed-in');
  end if;
  if coalesce(p_idempotency_key, '') !~ '\S' or char_length(p_idempotency_key) > 255 then
    return public.refused('key-missing');
  end if;
  if p_payment_method is distinct from 'cod' then
    return public.refused('payment-method-not-accepted');
  end if;

  if jsonb_typeof(p_lines) = 'array' then
    v_line_count := jsonb_array_length(p_lines);
  end if;
  if v_line_count = 0 then
    return public.refused('cart-empty');
  end if;
  if v_line_count > 100 then
    return public.refused('quantity-invalid');
  end if;

  -- Lines of the same product become one; a quantity that is no whole number from 1 to 999 becomes null.
  select array_agg(line.id order by line.product_id), array_agg(line.product_id order by line.product_id),
         array_agg(line.quantity order by line.product_id), array_agg(line.price order by line.product_id),
         array_agg(line.number order by line.product_id)
    into v_ids, v_product_ids, v_quantities, v_prices, v_line_numbers
    from (
      select sent.id,
             row_number() over (order by min(sent.position)) as number,
             case when sent.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then sent.id::uuid end as product_id,
             case when bool_and(sent.quantity between 1 and 999 and sent.quantity = trunc(sent.quantity))
                   and count(sent.quantity) = count(*) and sum(sent.quantity) <= 999
                  then sum(sent.quantity)::integer end as quantity,
             case when count(sent.price) = count(*) and min(sent.price) = max(sent.price)
                  then min(sent.price) end as price
        from (
          select lower(coalesce(line ->> 'product_id', '')) as id, position,
                 case when jsonb_typeof(line -> 'quantity') = 'number'
                      then (line ->> 'quantity')::numeric end as quantity,
                 case when jsonb_typeof(line -> 'price') = 'number' then (line ->> 'price')::numeric end as price
            from jsonb_array_elements(p_lines) with ordinality as sent_line (line, position)
        ) sent
       group by sent.id
    ) line;
  if array_position(v_quantities, null) is not null then
    return public.refused('quantity-invalid');
  end if;

  select jsonb_object_agg(field.name, field.value),
         array_agg(field.name order by field.position) filter (where not field.is_sound)
    into v_address, v_faulty_fields
    from (
      select wanted.name, wanted.position, tidy.value,
             tidy.value <> '' and char_length(tidy.value) <= wanted.longest as is_sound
        from (values ('full_name', 1, 120), ('phone', 2, 40), ('address', 3, 300),
                     ('post_code', 4, 20), ('city', 5, 100), ('country', 6, 80)) as wanted (name, position, longest),
             lateral (select case when jsonb_typeof(p_shipping_address -> wanted.name) = 'string'
                                  then p_shipping_address ->> wanted.name else '' end as value) sent,
             lateral (select case wanted.name
                        when 'address' then regexp_replace(sent.value, '^\s+|\s+$', '', 'g')
                        when 'post_code' then upper(btrim(regexp_replace(sent.value, '\s+', ' ', 'g')))
                        else btrim(regexp_replace(sent.value, '\s+', ' ', 'g')) end as value) tidy
    ) field;
  if v_faulty_fields is not null then
    return public.refused('address-incomplete', jsonb_build_object('fields', to_jsonb(v_faulty_fields)));
  end if;

  v_request_hash := encode(sha256(convert_to(
    jsonb_build_array(v_ids, v_quantities, v_prices, v_address, p_payment_method)::text, 'UTF8')), 'hex');
  perform pg_advisory_xact_lock(hashtextextended(v_user_id::text || p_idempotency_key, 0));
  select k.request_hash, o.id, o.total_amount, o.status into v_earlier
    from public.idempotency_keys k join public.orders o on o.id = k.order_id
   where k.user_id = v_user_id and k.key = p_idempotency_key;
  if found and v_earlier.request_hash <> v_request_hash then
    return public.refused('key-reused', jsonb_build_object('status', v_earlier.status));
  end if;
  if found then
    return public.done(jsonb_build_object(
      'order_id', v_earlier.id, 'total_amount', v_earlier.total_amount, 'status', v_earlier.status, 'repeated', true));
  end if;

  with locked as materialized (
    select p.id, p.name, p.price, p.stock, p.is_active
      from public.products p where p.id = any (v_product_ids) order by p.id for no key update
  )
  select sum(p.price * line.quantity),
         jsonb_agg(jsonb_build_object('product_id', line.id, 'problem', compared.problem, 'name', p.name,
             'price', case when compared.problem <> 'withdrawn' then p.price end,
             'stock', case when compared.problem <> 'withdrawn' then p.stock end)
           order by line.number) filter (where compared.problem is not null)
    into v_total, v_changed
    from unnest(v_ids, v_product_ids, v_quantities, v_prices, v_line_numbers)
           as line (id, product_id, quantity, price, number)
    left join locked p on p.id = line.product_id,
    lateral (select case when p.id is null or not p.is_active then 'withdrawn'
                         when p.stock < line.quantity then 'not-enough-stock'
                         when line.price is distinct from p.price then 'price-changed' end as problem) compared;
  if v_changed is not null then
    return public.refused('cart-changed', jsonb_build_object('lines', v_changed));
  end if;
  if v_total >= 100000000 then
    return public.refused('quantity-invalid');
  end if;

  select u.email into v_email from public.user_profiles u where u.user_id = v_user_id;
  insert into public.orders (id, user_id, total_amount, shipping_address, payment_method, estimated_delivery)
  values (v_order_id, v_user_id, v_total,
    case when v_email is null then v_address else v_address || jsonb_build_object('email', v_email) end,
    p_payment_method, public.working_days_after((now() at time zone 'Europe/London')::date, 3));

  with sold as (
    update public.products p set stock = p.stock - line.quantity
      from unnest(v_product_ids, v_quantities, v_line_numbers) as line (product_id, quantity, number)
     where p.id = line.product_id and p.is_active and p.stock >= line.quantity
    returning p.id, p.name, p.price, p.net_weight, p.allergy_advice, p.image_url, p.stock, line.quantity, line.number
  ), ledger as (
    insert into public.inventory_adjustments
      (product_id, quantity_change, reason, action_type, author_kind, author_id, order_id, stock_after)
    select s.id, -s.quantity, 'Order placed', 'order_placed', 'customer', v_user_id, v_order_id, s.stock from sold s
  ), items as (
    insert into public.order_items
      (order_id, line_number, product_id, quantity, price, product_name, net_weight, allergy_advice, image_url)
    select v_order_id, s.number, s.id, s.quantity, s.price, s.name, s.net_weight, s.allergy_advice, s.image_url
      from sold s
    returning 1
  )
  select count(*) into v_sold from items;
  if v_sold <> cardinality(v_product_ids) then
    raise exception 'Order % sold % of % lines although its products were locked.',
      v_order_id, v_sold, cardinality(v_product_ids);
  end if;

  insert into public.order_history (order_id, actor_kind, actor_id, event, to_status)
  values (v_order_id, 'customer', v_user_id, 'placed', 'pending');
  insert into public.outbox (kind, dedupe_key, recipient, payload)
  values ('order-confirmation', 'order-confirmation:' || v_order_id, v_email,
    jsonb_build_object('order_id', v_order_id));
  insert into public.idempotency_keys (user_id, key, request_hash, order_id)
  values (v_user_id, p_idempotency_key, v_request_hash, v_order_id);

  return public.done(jsonb_build_object(
    'order_id', v_order_id, 'total_amount', v_total, 'status', 'pending', 'repeated', false));
end $$;

revoke execute on function public.place_order(text, jsonb, jsonb, text) from public;
grant execute on function public.place_order(text, jsonb, jsonb, text) to ninth_bend_customer;
