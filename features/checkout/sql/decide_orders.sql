-- Decides one attempt after the other; later ones get what earlier ones leave. p_products: locked, with their
-- sellable stock.
create or replace function public.decide_orders(
  inout p_attempts public.checkout_attempt[], inout p_lines public.checkout_line[], p_products public.checkout_product[], p_limits jsonb)
language plpgsql as $$
declare
  v_quantity_limit constant integer := (p_limits -> 'max_quantity_per_product')::integer;
  v_account_limit constant integer := (p_limits -> 'max_orders_per_hour_per_account')::integer;
  v_per_order constant interval := interval '1 hour' / (p_limits -> 'max_orders_per_hour_per_address')::integer;
  v_delivery constant jsonb := p_limits -> 'delivery';
  v_is_charged constant boolean := coalesce((v_delivery ->> 'is_charged')::boolean, false);
  v_standard_day constant date := public.working_days_after((now() at time zone 'Europe/London')::date, 3);
  v_dispatch_day date;
  v_express_day date;
  v_attempt public.checkout_attempt;
  v_line public.checkout_line;
  v_product public.checkout_product;
  v_first_line integer;
  v_next_line integer := 1;
  v_retry_at timestamptz;
  v_is_changed boolean;
  v_is_offered boolean;
  v_open_limit numeric;
  v_has_shared_limits boolean;
begin
  select count(distinct attempt.user_id) < count(*) or count(distinct attempt.caller) < count(attempt.caller) into v_has_shared_limits
    from unnest(p_attempts) as attempt;
  for v_index in 1 .. cardinality(p_attempts) loop
    v_attempt := p_attempts[v_index];
    v_first_line := v_next_line;
    while (p_lines[v_next_line]).attempt = v_index loop
      v_next_line := v_next_line + 1;
    end loop;
    continue when v_attempt.result is not null;

    v_retry_at := case
      when v_attempt.recent_orders >= v_account_limit then v_attempt.oldest_recent + interval '1 hour'
      when v_attempt.caller is not null and v_attempt.used_until + v_per_order > now() + interval '1 hour'
        then v_attempt.used_until + v_per_order - interval '1 hour' end;
    if v_retry_at is not null then
      p_attempts[v_index].result := public.refused('too-many-orders', jsonb_build_object(
        'retry_after_seconds', greatest(1, ceil(extract(epoch from v_retry_at - now()))::integer)));
      continue;
    end if;

    v_attempt.total := 0;
    v_is_changed := false;
    for v_position in v_first_line .. v_next_line - 1 loop
      v_line := p_lines[v_position];
      v_product := p_products[v_line.product];
      v_line.problem := case
        when v_line.product is null or not v_product.is_active then 'withdrawn'
        when v_product.stock_left < least(v_line.quantity, v_quantity_limit) then 'not-enough-stock'
        when v_line.quantity > v_quantity_limit then 'over-limit'
        when v_line.price is distinct from v_product.price then 'price-changed' end;
      v_is_changed := v_is_changed or v_line.problem is not null;
      v_attempt.total := v_attempt.total + v_product.price * v_line.quantity;
      p_lines[v_position] := v_line;
    end loop;
    if v_is_changed then
      p_attempts[v_index].result := public.refused('cart-changed', jsonb_build_object('lines', (
        select jsonb_agg(jsonb_build_object(
                 'product_id', line.id, 'problem', line.problem, 'name', product.name,
                 'price', case when line.problem <> 'withdrawn' then product.price end,
                 'stock', case when line.problem <> 'withdrawn' then least(product.stock_left, v_quantity_limit) end)
                 order by line.number)
          from unnest(p_lines[v_first_line : v_next_line - 1]) line left join unnest(p_products) product on product.id = line.product_id
         where line.problem is not null)));
      continue;
    end if;

    -- The customer agrees only to the charge and day that were shown.
    v_attempt.estimated_delivery := v_standard_day;
    if v_attempt.service = 'express' and v_is_charged then
      v_dispatch_day := coalesce(v_dispatch_day, public.express_dispatch_day(now(), (v_delivery ->> 'cut_off_hour')::integer));
      v_express_day := coalesce(v_express_day, public.working_days_after(v_dispatch_day, 1));
      v_attempt.dispatch_day := v_dispatch_day;
      v_attempt.estimated_delivery := v_express_day;
    end if;
    v_attempt.rate := case when v_is_charged and v_attempt.service in ('standard', 'express')
                           then (v_delivery ->> v_attempt.service)::numeric end;
    v_attempt.free_over := case when v_is_charged and v_attempt.service = 'standard' then (v_delivery ->> 'free_over')::numeric end;
    v_attempt.charge := public.delivery_charge(v_attempt.total, v_attempt.rate, v_attempt.free_over);
    v_is_offered := v_attempt.rate is not null or (not v_is_charged and v_attempt.service = 'standard');
    if not v_is_offered or v_attempt.charge is distinct from v_attempt.seen_charge
       -- Edits use the rates, so the customer agrees to them too, even if the charge is the same because
       -- delivery is free.
       or (v_is_charged and jsonb_typeof(v_attempt.seen_delivery) is distinct from 'object')
       or (v_attempt.seen_delivery ? 'rate'
           and ((v_attempt.seen_delivery ->> 'rate')::numeric is distinct from v_attempt.rate
                or (v_attempt.seen_delivery ->> 'free_over')::numeric is distinct from v_attempt.free_over))
       or (v_attempt.service = 'express' and v_attempt.seen_day is distinct from to_char(v_express_day, 'YYYY-MM-DD')) then
      p_attempts[v_index].result := public.refused('delivery-changed', jsonb_build_object(
        'is_offered', v_is_offered, 'charge', v_attempt.charge, 'seen_charge', v_attempt.seen_charge));
      continue;
    end if;
    v_attempt.total := v_attempt.total + v_attempt.charge;
    if v_attempt.total >= 100000000 then
      p_attempts[v_index].result := public.refused('quantity-invalid');
      continue;
    end if;
    v_open_limit := (p_limits -> case when v_attempt.is_verified then 'max_open_total_verified' else 'max_open_total_unverified' end)::numeric;
    if v_attempt.open_total + v_attempt.total > v_open_limit then
      p_attempts[v_index].result := public.refused('open-total-exceeded', jsonb_build_object(
        'open_total', v_attempt.open_total, 'max', v_open_limit, 'max_verified', p_limits -> 'max_open_total_verified',
        'is_verified', v_attempt.is_verified));
      continue;
    end if;

    v_attempt.order_id := gen_random_uuid();
    v_attempt.result := public.done(jsonb_build_object(
      'order_id', v_attempt.order_id, 'total_amount', v_attempt.total, 'status', 'pending', 'repeated', false));
    p_attempts[v_index] := v_attempt;
    for v_position in v_first_line .. v_next_line - 1 loop
      v_line := p_lines[v_position];
      v_product := p_products[v_line.product];
      v_product.stock_left := v_product.stock_left - v_line.quantity;
      p_products[v_line.product] := v_product;
      p_lines[v_position].order_id := v_attempt.order_id;
      p_lines[v_position].stock_after := v_product.stock_left + v_product.withheld;
    end loop;
    continue when not v_has_shared_limits;
    for v_later in v_index + 1 .. cardinality(p_attempts) loop
      if (p_attempts[v_later]).user_id = v_attempt.user_id then
        p_attempts[v_later].open_total := (p_attempts[v_later]).open_total + v_attempt.total;
        p_attempts[v_later].recent_orders := (p_attempts[v_later]).recent_orders + 1;
        p_attempts[v_later].oldest_recent := coalesce((p_attempts[v_later]).oldest_recent, now());
      end if;
      if (p_attempts[v_later]).caller = v_attempt.caller then
        p_attempts[v_later].used_until := greatest((p_attempts[v_later]).used_until, now()) + v_per_order;
      end if;
    end loop;
  end loop;
end $$;

revoke execute on function
  public.decide_orders(public.checkout_attempt[], public.checkout_line[], public.checkout_product[], jsonb) from public;
