-- Places each order as a whole or not at all, as if the attempts came one after the other; returns one result each, in order.
-- In: [{user_id, idempotency_key, lines, shipping_address, payment_method, delivery, caller}]; caller: hash of the client address, or null.
-- delivery: {service, charge, rate, free_over, day} as seen, the day for express alone; without it, charges were seen to be off.
-- The user ID is trusted, so only the checkout role may call this; customers call place_order.
-- Locks have a fixed order against deadlocks: customers, their orders, products by ID, caller addresses.
-- All refusals come before the first write, so that a refused attempt may be retried.
-- Statements handle all attempts and have generic plans, because a statement and its planning cost more than an order (ADR-25).
-- p_placed_by: the administrator who places them by phone, without the limits of customers; null: the customers themselves.
drop function if exists public.place_orders(jsonb);
create or replace function public.place_orders(p_attempts jsonb, p_placed_by uuid default null)
returns jsonb language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
declare
  v_user_ids uuid[];
  v_keys text[];
  v_addresses jsonb[];
  v_request_hashes text[];
  -- Null while the attempt is still valid.
  v_results jsonb[];
  -- What each customer has open or placed recently, and until when the allowance of the caller's address is used up.
  v_limits jsonb;
  v_callers text[];
  v_is_verified boolean[];
  v_open_totals numeric[];
  v_recent_orders integer[];
  v_oldest_recent timestamptz[];
  v_used_until timestamptz[];
  v_open_limit numeric;
  v_account_limit integer;
  v_address_limit integer;
  v_quantity_limit integer;
  v_per_order interval;
  v_has_shared_limits boolean;
  -- One element for each attempt; filled in for those that become orders.
  v_order_ids uuid[] := array_fill(null::uuid, array[jsonb_array_length(p_attempts)]);
  v_totals numeric[] := array_fill(null::numeric, array[jsonb_array_length(p_attempts)]);
  v_charges numeric[] := array_fill(null::numeric, array[jsonb_array_length(p_attempts)]);
  v_rates numeric[] := array_fill(null::numeric, array[jsonb_array_length(p_attempts)]);
  -- What each customer saw, and the current charges.
  v_services text[];
  v_seen_charges numeric[];
  v_seen_days text[];
  v_seen_rates jsonb[];
  v_delivery jsonb;
  v_is_charged boolean;
  v_free_over numeric;
  v_rate numeric;
  v_charge numeric;
  v_is_offered boolean;
  v_today constant date := (now() at time zone 'Europe/London')::date;
  v_dispatch_day date;
  v_express_day date;
  -- One element for each attempt and product, ordered by both.
  v_attempt_indexes integer[];
  v_ids text[];
  v_product_ids uuid[];
  v_quantities integer[];
  v_prices numeric[];
  v_line_numbers integer[];
  v_problems text[];
  v_stocks_after integer[];
  -- Each product once, with the stock left after the attempts processed so far.
  v_stock_product_ids uuid[];
  v_stock_left integer[];
  -- Pieces of batches that are past their best-before or recalled; null if no product has batches.
  v_withheld integer[];
  v_has_batches boolean;
  v_product_names text[];
  v_product_prices numeric[];
  v_products_active boolean[];
  v_first_line integer;
  v_next_line integer := 1;
  v_product_index integer;
  v_total numeric;
  v_is_changed boolean;
  v_line_count integer := 0;
  v_sold integer;
begin
  if cardinality(v_order_ids) = 0 then
    return '[]';
  end if;
  if cardinality(v_order_ids) > 1 then
    -- If a product stays locked, the batch fails early and the order batcher places its orders one by one.
    perform set_config('lock_timeout', '250ms', true);
  end if;

  -- Merges lines of one product; a quantity that is not a whole number from 1 to 999 becomes null.
  select array_agg(line.attempt_index order by line.attempt_index, line.product_id), array_agg(line.id order by line.attempt_index, line.product_id),
         array_agg(line.product_id order by line.attempt_index, line.product_id),
         array_agg(line.quantity order by line.attempt_index, line.product_id),
         array_agg(line.price order by line.attempt_index, line.product_id),
         array_agg(line.number order by line.attempt_index, line.product_id)
    into v_attempt_indexes, v_ids, v_product_ids, v_quantities, v_prices, v_line_numbers
    from (
      select sent.attempt_index, sent.id,
             row_number() over (partition by sent.attempt_index order by min(sent.position)) as number,
             case when sent.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then sent.id::uuid end as product_id,
             case when bool_and(sent.quantity between 1 and 999 and sent.quantity = trunc(sent.quantity))
                   and count(sent.quantity) = count(*) and sum(sent.quantity) <= 999
                  then sum(sent.quantity)::integer end as quantity,
             case when count(sent.price) = count(*) and min(sent.price) = max(sent.price)
                  then min(sent.price) end as price
        from (
          select attempt.attempt_index, lower(coalesce(line ->> 'product_id', '')) as id, position,
                 case when jsonb_typeof(line -> 'quantity') = 'number'
                      then (line ->> 'quantity')::numeric end as quantity,
                 case when jsonb_typeof(line -> 'price') = 'number' then (line ->> 'price')::numeric end as price
            from jsonb_array_elements(p_attempts) with ordinality as attempt (sent, attempt_index),
                 -- More than 100 lines are refused below and not parsed, so that they do not delay the batch.
                 jsonb_array_elements(case when jsonb_typeof(attempt.sent -> 'lines') <> 'array' then null
                                           when jsonb_array_length(attempt.sent -> 'lines') <= 100 then attempt.sent -> 'lines' end)
                   with ordinality as sent_line (line, position)
        ) sent
       group by sent.attempt_index, sent.id
    ) line;

  select array_agg(normalised.user_id order by normalised.attempt_index), array_agg(normalised.key order by normalised.attempt_index), array_agg(normalised.caller order by normalised.attempt_index),
         array_agg(normalised.address order by normalised.attempt_index), array_agg(normalised.request_hash order by normalised.attempt_index),
         array_agg(case
             when normalised.user_id is null then public.refused('not-signed-in')
             when coalesce(normalised.key, '') !~ '\S' or char_length(normalised.key) > 255 then public.refused('key-missing')
             when normalised.payment_method is distinct from 'cod' then public.refused('payment-method-not-accepted')
             when normalised.line_count = 0 then public.refused('cart-empty')
             when normalised.line_count > 100 or array_position(normalised.quantities, null) is not null
               then public.refused('quantity-invalid')
             when normalised.invalid_fields is not null
               then public.refused('address-incomplete', jsonb_build_object('fields', to_jsonb(normalised.invalid_fields)))
           end order by normalised.attempt_index),
         array_agg(normalised.service order by normalised.attempt_index), array_agg(normalised.charge order by normalised.attempt_index),
         array_agg(normalised.day order by normalised.attempt_index), array_agg(normalised.delivery order by normalised.attempt_index)
    into v_user_ids, v_keys, v_callers, v_addresses, v_request_hashes, v_results, v_services, v_seen_charges, v_seen_days, v_seen_rates
    from (
      select attempt.attempt_index, (attempt.sent ->> 'user_id')::uuid as user_id, attempt.sent ->> 'idempotency_key' as key,
             attempt.sent ->> 'caller' as caller,
             attempt.sent ->> 'payment_method' as payment_method, cart.quantities, address.address, address.invalid_fields,
             case when jsonb_typeof(attempt.sent -> 'lines') = 'array'
                  then jsonb_array_length(attempt.sent -> 'lines') else 0 end as line_count,
             delivery.service, delivery.charge, delivery.day, attempt.sent -> 'delivery' as delivery,
             -- Standard delivery without a charge is left out, as before there were charges.
             encode(sha256(convert_to((jsonb_build_array(
               cart.ids, cart.quantities, cart.prices, address.address, attempt.sent ->> 'payment_method')
               || case when delivery.service = 'standard' and delivery.charge = 0 then '[]'
                       else jsonb_build_array(delivery.service, delivery.charge, delivery.day) end)::text, 'UTF8')), 'hex')
               as request_hash
        from jsonb_array_elements(p_attempts) with ordinality as attempt (sent, attempt_index),
        lateral (
          select coalesce(attempt.sent -> 'delivery' ->> 'service', 'standard') as service, attempt.sent -> 'delivery' ->> 'day' as day,
                 case when jsonb_typeof(attempt.sent -> 'delivery' -> 'charge') = 'number'
                      then (attempt.sent -> 'delivery' ->> 'charge')::numeric else 0 end as charge
        ) delivery,
        lateral (
          select array_agg(line.id order by line.position) as ids, array_agg(line.quantity order by line.position) as quantities,
                 array_agg(line.price order by line.position) as prices
            from unnest(v_attempt_indexes, v_ids, v_quantities, v_prices) with ordinality as line (attempt_index, id, quantity, price, position)
           where line.attempt_index = attempt.attempt_index
        ) cart,
        lateral public.check_shipping_address(attempt.sent -> 'shipping_address') address
    ) normalised;

  -- Two calls with one key, or two that together exceed a limit, cannot both succeed.
  perform pg_advisory_xact_lock(sent.lock) from (
    select distinct hashtextextended(attempt.user_id::text, 0) as lock
      from unnest(v_user_ids, v_results) as attempt (user_id, answer)
     where attempt.answer is null order by lock
  ) sent;

  select jsonb_object_agg(s.name, s.value) into v_limits from public.settings s
   where s.name = any (array['max_quantity_per_product', 'max_products_per_order', 'max_quantity_per_order', 'max_open_total_unverified',
                             'max_open_total_verified', 'max_orders_per_hour_per_account', 'max_orders_per_hour_per_address', 'delivery']);
  v_delivery := v_limits -> 'delivery';
  v_is_charged := coalesce((v_delivery ->> 'is_charged')::boolean, false);
  if v_is_charged and 'express' = any (v_services) then
    v_dispatch_day := public.express_dispatch_day(now(), (v_delivery ->> 'cut_off_hour')::integer);
    v_express_day := public.working_days_after(v_dispatch_day, 1);
  end if;
  if p_placed_by is not null then
    v_limits := '{"max_quantity_per_product": 999}';
  end if;
  v_quantity_limit := (v_limits -> 'max_quantity_per_product')::integer;
  v_account_limit := (v_limits -> 'max_orders_per_hour_per_account')::integer;
  v_address_limit := (v_limits -> 'max_orders_per_hour_per_address')::integer;
  v_per_order := interval '1 hour' / v_address_limit;
  select array_agg(case
             when attempt.answer is not null then attempt.answer
             when erased.user_id is not null then public.refused('not-signed-in')
             when used.request_hash <> attempt.request_hash
               then public.refused('key-reused', jsonb_build_object('status', earlier.status))
             when earlier.id is not null then public.done(jsonb_build_object(
               'order_id', earlier.id, 'total_amount', earlier.total_amount, 'status', earlier.status, 'repeated', true))
             when cart.products > (v_limits -> 'max_products_per_order')::integer
               then public.refused('too-many-products', jsonb_build_object('max', v_limits -> 'max_products_per_order'))
             when cart.quantity > (v_limits -> 'max_quantity_per_order')::integer
               then public.refused('order-too-large', jsonb_build_object('max', v_limits -> 'max_quantity_per_order'))
           end order by attempt.attempt_index),
         array_agg(account.email_verified order by attempt.attempt_index), array_agg(open_orders.total order by attempt.attempt_index),
         array_agg(recent.orders order by attempt.attempt_index), array_agg(recent.oldest order by attempt.attempt_index),
         array_agg(address.used_until order by attempt.attempt_index),
         count(distinct attempt.user_id) < count(*) or count(distinct attempt.caller) < count(attempt.caller)
    into v_results, v_is_verified, v_open_totals, v_recent_orders, v_oldest_recent, v_used_until, v_has_shared_limits
    from unnest(v_user_ids, v_keys, v_callers, v_request_hashes, v_results)
           with ordinality as attempt (user_id, key, caller, request_hash, answer, attempt_index)
    -- Looked up separately: in a join the planner may choose another index.
    left join lateral (
      select k.request_hash, k.order_id from public.idempotency_keys k
       where k.user_id = attempt.user_id and k.key = attempt.key limit 1
    ) used on true
    left join lateral (select o.id, o.total_amount, o.status from public.orders o where o.id = used.order_id limit 1) earlier on true
    left join lateral (
      -- Quantities above the limit are refused below and count here as the limit.
      select count(*) as products, sum(least(line.quantity, v_quantity_limit)) as quantity
        from unnest(v_attempt_indexes, v_quantities) as line (attempt_index, quantity) where line.attempt_index = attempt.attempt_index
    ) cart on true
    left join lateral (select u.email_verified from accounts."user" u where u.id = attempt.user_id limit 1) account on true
    -- The request was on its way while the customer was erased.
    left join lateral (select e.user_id from public.erased_customers e where e.user_id = attempt.user_id limit 1) erased on true
    left join lateral (
      select coalesce(sum(o.total_amount), 0) as total from public.orders o
       where o.user_id = attempt.user_id and o.status in ('pending', 'processing', 'shipped')
    ) open_orders on true
    left join lateral (
      select count(*)::integer as orders, min(newest.created_at) as oldest from (
        select o.created_at from public.orders o where o.user_id = attempt.user_id and o.created_at > now() - interval '1 hour'
         order by o.created_at desc limit v_account_limit) newest
    ) recent on true
    left join lateral (select r.used_until from accounts.rate_limit r where r.key = attempt.caller limit 1) address on true;

  select array_agg(p.id), array_agg(p.stock), array_agg(p.name), array_agg(p.price), array_agg(p.is_active),
         bool_or(p.sellable_stock is not null)
    into v_stock_product_ids, v_stock_left, v_product_names, v_product_prices, v_products_active, v_has_batches
    from (
      select p.id, p.stock, p.name, p.price, p.is_active, p.sellable_stock from public.products p
       where p.id = any (array(
         select line.product_id from unnest(v_attempt_indexes, v_product_ids) as line (attempt_index, product_id)
          where v_results[line.attempt_index] is null))
       order by p.id for no key update
    ) p;

  -- A statement of its own, because the one that locked does not see what it waited for.
  if v_has_batches then
    select array_agg(wanted.stock - sellable.stock order by wanted.position), array_agg(sellable.stock order by wanted.position)
      into v_withheld, v_stock_left
      from unnest(v_stock_product_ids, v_stock_left) with ordinality as wanted (id, stock, position),
           lateral (select public.sellable_stock(wanted.id, wanted.stock) as stock) sellable;
  end if;

  -- Stock taken by one attempt is not available to the next.
  v_problems := array_fill(null::text, array[coalesce(cardinality(v_attempt_indexes), 0)]);
  v_stocks_after := array_fill(null::integer, array[coalesce(cardinality(v_attempt_indexes), 0)]);
  for v_attempt in 1 .. cardinality(v_results) loop
    v_first_line := v_next_line;
    while v_attempt_indexes[v_next_line] = v_attempt loop
      v_next_line := v_next_line + 1;
    end loop;
    continue when v_results[v_attempt] is not null;

    if v_recent_orders[v_attempt] >= v_account_limit then
      v_results[v_attempt] := public.refused('too-many-orders', jsonb_build_object('retry_after_seconds',
        greatest(1, ceil(extract(epoch from v_oldest_recent[v_attempt] + interval '1 hour' - now()))::integer)));
      continue;
    end if;
    if v_callers[v_attempt] is not null and v_used_until[v_attempt] + v_per_order > now() + interval '1 hour' then
      v_results[v_attempt] := public.refused('too-many-orders', jsonb_build_object('retry_after_seconds',
        greatest(1, ceil(extract(epoch from v_used_until[v_attempt] + v_per_order - interval '1 hour' - now()))::integer)));
      continue;
    end if;

    v_total := 0;
    v_is_changed := false;
    for v_line in v_first_line .. v_next_line - 1 loop
      v_product_index := array_position(v_stock_product_ids, v_product_ids[v_line]);
      v_problems[v_line] := case
        when v_product_index is null or not v_products_active[v_product_index] then 'withdrawn'
        when v_stock_left[v_product_index] < least(v_quantities[v_line], v_quantity_limit) then 'not-enough-stock'
        when v_quantities[v_line] > v_quantity_limit then 'over-limit'
        when v_prices[v_line] is distinct from v_product_prices[v_product_index] then 'price-changed' end;
      v_is_changed := v_is_changed or v_problems[v_line] is not null;
      v_total := v_total + v_product_prices[v_product_index] * v_quantities[v_line];
    end loop;
    if v_is_changed then
      v_results[v_attempt] := public.refused('cart-changed', jsonb_build_object('lines', (
        select jsonb_agg(jsonb_build_object(
                 'product_id', v_ids[line], 'problem', v_problems[line], 'name', v_product_names[product_match.at],
                 'price', case when v_problems[line] <> 'withdrawn' then v_product_prices[product_match.at] end,
                 'stock', case when v_problems[line] <> 'withdrawn' then least(v_stock_left[product_match.at], v_quantity_limit) end)
                 order by v_line_numbers[line])
          from generate_series(v_first_line, v_next_line - 1) as line,
               lateral (select array_position(v_stock_product_ids, v_product_ids[line]) as at) product_match
         where v_problems[line] is not null)));
      continue;
    end if;
    -- A charge or a day that was not seen is not agreed to.
    v_rate := case when v_is_charged and v_services[v_attempt] in ('standard', 'express')
                   then (v_delivery ->> v_services[v_attempt])::numeric end;
    v_free_over := case when v_is_charged and v_services[v_attempt] = 'standard' then (v_delivery ->> 'free_over')::numeric end;
    v_charge := public.delivery_charge(v_total, v_rate, v_free_over);
    v_is_offered := v_rate is not null or (not v_is_charged and v_services[v_attempt] = 'standard');
    if not v_is_offered or v_charge is distinct from v_seen_charges[v_attempt]
       -- An edit follows the rates, so they are agreed to as well: also if the charge is the same, as where delivery is free.
       or (v_is_charged and jsonb_typeof(v_seen_rates[v_attempt]) is distinct from 'object')
       or (v_seen_rates[v_attempt] ? 'rate'
           and ((v_seen_rates[v_attempt] ->> 'rate')::numeric is distinct from v_rate
                or (v_seen_rates[v_attempt] ->> 'free_over')::numeric is distinct from v_free_over))
       or (v_services[v_attempt] = 'express' and v_seen_days[v_attempt] is distinct from to_char(v_express_day, 'YYYY-MM-DD')) then
      v_results[v_attempt] := public.refused('delivery-changed', jsonb_build_object(
        'is_offered', v_is_offered, 'charge', v_charge, 'seen_charge', v_seen_charges[v_attempt]));
      continue;
    end if;
    v_total := v_total + v_charge;
    if v_total >= 100000000 then
      v_results[v_attempt] := public.refused('quantity-invalid');
      continue;
    end if;
    v_open_limit := (v_limits -> case when v_is_verified[v_attempt] then 'max_open_total_verified' else 'max_open_total_unverified' end)::numeric;
    if v_open_totals[v_attempt] + v_total > v_open_limit then
      v_results[v_attempt] := public.refused('open-total-exceeded', jsonb_build_object(
        'open_total', v_open_totals[v_attempt], 'max', v_open_limit, 'max_verified', v_limits -> 'max_open_total_verified',
        'is_verified', coalesce(v_is_verified[v_attempt], false)));
      continue;
    end if;

    if v_has_shared_limits then
      for v_later_attempt in v_attempt + 1 .. cardinality(v_results) loop
        if v_user_ids[v_later_attempt] = v_user_ids[v_attempt] then
          v_open_totals[v_later_attempt] := v_open_totals[v_later_attempt] + v_total;
          v_recent_orders[v_later_attempt] := v_recent_orders[v_later_attempt] + 1;
          v_oldest_recent[v_later_attempt] := coalesce(v_oldest_recent[v_later_attempt], now());
        end if;
        if v_callers[v_later_attempt] = v_callers[v_attempt] then
          v_used_until[v_later_attempt] := greatest(v_used_until[v_later_attempt], now()) + v_per_order;
        end if;
      end loop;
    end if;
    for v_line in v_first_line .. v_next_line - 1 loop
      v_product_index := array_position(v_stock_product_ids, v_product_ids[v_line]);
      v_stock_left[v_product_index] := v_stock_left[v_product_index] - v_quantities[v_line];
      v_stocks_after[v_line] := v_stock_left[v_product_index] + coalesce(v_withheld[v_product_index], 0);
    end loop;
    v_line_count := v_line_count + v_next_line - v_first_line;
    v_order_ids[v_attempt] := gen_random_uuid();
    v_totals[v_attempt] := v_total;
    v_charges[v_attempt] := v_charge;
    v_rates[v_attempt] := v_rate;
    v_results[v_attempt] := public.done(jsonb_build_object(
      'order_id', v_order_ids[v_attempt], 'total_amount', v_total, 'status', 'pending', 'repeated', false));
  end loop;
  if v_line_count = 0 then
    return to_jsonb(v_results);
  end if;

  insert into public.orders (id, user_id, total_amount, shipping_address, payment_method, estimated_delivery,
                             delivery_service, delivery_rate, delivery_free_over, delivery_charge, dispatch_day)
  select placed.id, placed.user_id, placed.total,
         case when u.email is null then placed.address else placed.address || jsonb_build_object('email', u.email) end,
         'cod', case when placed.service = 'express' then v_express_day else public.working_days_after(v_today, 3) end,
         placed.service, placed.rate, case when v_is_charged and placed.service = 'standard' then (v_delivery ->> 'free_over')::numeric end,
         placed.charge, case when placed.service = 'express' then v_dispatch_day end
    from unnest(v_order_ids, v_user_ids, v_totals, v_addresses, v_services, v_rates, v_charges)
           as placed (id, user_id, total, address, service, rate, charge)
    left join lateral (select p.email from public.user_profiles p where p.user_id = placed.user_id limit 1) u on true
   where placed.id is not null;

  with sold as (
    update public.products p set stock = p.stock - line.quantity
      from (
        select wanted.product_id, sum(wanted.quantity)::integer as quantity
          from unnest(v_attempt_indexes, v_product_ids, v_quantities) as wanted (attempt_index, product_id, quantity)
         where v_order_ids[wanted.attempt_index] is not null group by wanted.product_id
      ) line
     where p.id = line.product_id and p.is_active and p.stock >= line.quantity
    returning p.id, p.name, p.price, p.net_weight, p.allergy_advice, p.image_url, p.vat_rate
  ), line as (
    select v_order_ids[wanted.attempt_index] as order_id, v_user_ids[wanted.attempt_index] as user_id, wanted.number, wanted.quantity,
           wanted.stock_after, s.*
      from unnest(v_attempt_indexes, v_product_ids, v_quantities, v_line_numbers, v_stocks_after) with ordinality
             as wanted (attempt_index, product_id, quantity, number, stock_after, position)
      join sold s on s.id = wanted.product_id
     where v_order_ids[wanted.attempt_index] is not null
     order by wanted.position
  ), ledger as (
    insert into public.inventory_adjustments
      (product_id, quantity_change, reason, action_type, actor_kind, actor_id, order_id, stock_after)
    select l.id, -l.quantity, 'Order placed', 'order_placed',
           case when p_placed_by is null then 'customer' else 'admin' end, coalesce(p_placed_by, l.user_id), l.order_id, l.stock_after from line l
  ), items as (
    insert into public.order_items
      (order_id, line_number, product_id, quantity, price, product_name, net_weight, allergy_advice, image_url, vat_rate)
    select l.order_id, l.number, l.id, l.quantity, l.price, l.name, l.net_weight, l.allergy_advice, l.image_url, l.vat_rate from line l
    returning 1
  )
  select count(*) into v_sold from items;
  if v_sold <> v_line_count then
    raise exception 'Orders % sold % of % lines although their products were locked.', v_order_ids, v_sold, v_line_count;
  end if;

  insert into public.order_history (order_id, actor_kind, actor_id, event, to_status)
  select placed.id, case when p_placed_by is null then 'customer' else 'admin' end, coalesce(p_placed_by, placed.user_id), 'placed', 'pending'
    from unnest(v_order_ids, v_user_ids) as placed (id, user_id) where placed.id is not null;
  insert into public.outbox (kind, dedupe_key, recipient, payload)
  select 'order-confirmation', 'order-confirmation:' || placed.id, u.email, jsonb_build_object('order_id', placed.id)
    from unnest(v_order_ids, v_user_ids) as placed (id, user_id)
    left join lateral (select p.email from public.user_profiles p where p.user_id = placed.user_id limit 1) u on true
   where placed.id is not null;
  insert into public.idempotency_keys (user_id, key, request_hash, order_id)
  select placed.user_id, placed.key, placed.request_hash, placed.id
    from unnest(v_order_ids, v_user_ids, v_keys, v_request_hashes) as placed (id, user_id, key, request_hash)
   where placed.id is not null;
  -- Last, so that orders from one address wait only for each other's commit. Concurrent increments are added up.
  insert into accounts.rate_limit as known (key, used_until)
  select placed.caller, now() + count(*) * v_per_order
    from unnest(v_order_ids, v_callers) as placed (id, caller)
   where placed.id is not null and placed.caller is not null and v_per_order is not null
   group by placed.caller order by placed.caller
  on conflict (key) do update set used_until = greatest(known.used_until, now()) + (excluded.used_until - now());
  return to_jsonb(v_results);
end $$;

revoke execute on function public.place_orders(jsonb, uuid) from public;
grant execute on function public.place_orders(jsonb, uuid) to ninth_bend_checkout;
