-- Places each order completely or not at all, as if attempts came one after the other. Trusts user_id, so only the checkout role may call
-- it. Locks: customers, their orders, products by ID, caller addresses. p_placed_by: an administrator, without limits (ADR-25).
drop function if exists public.place_orders(jsonb);
create or replace function public.place_orders(p_attempts jsonb, p_placed_by uuid default null)
returns jsonb language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
declare
  v_attempts public.checkout_attempt[];
  v_lines public.checkout_line[];
  v_products public.checkout_product[];
  v_limits jsonb;
begin
  if jsonb_array_length(p_attempts) = 0 then
    return '[]';
  end if;
  if jsonb_array_length(p_attempts) > 1 then
    -- If a product stays locked, the batch fails early and the order batcher places its orders one by one.
    perform set_config('lock_timeout', '250ms', true);
  end if;
  v_lines := public.read_checkout_lines(p_attempts);
  v_attempts := public.read_checkout_attempts(p_attempts, v_lines);

  -- If two calls have the same key, or together exceed a limit, only one succeeds.
  perform pg_advisory_xact_lock(sent.lock) from (
    select distinct hashtextextended(attempt.user_id::text, 0) as lock
      from unnest(v_attempts) as attempt where attempt.result is null order by lock
  ) sent;
  select jsonb_object_agg(s.name, s.value) into v_limits from public.settings s
   where s.name = any (array['max_quantity_per_product', 'max_products_per_order', 'max_quantity_per_order', 'max_open_total_unverified',
                             'max_open_total_verified', 'max_orders_per_hour_per_account', 'max_orders_per_hour_per_address', 'delivery']);
  if p_placed_by is not null then
    v_limits := jsonb_build_object('max_quantity_per_product', 999, 'delivery', v_limits -> 'delivery');
  end if;
  v_attempts := public.read_order_limits(v_attempts, v_lines, v_limits);

  perform from public.products p
    where p.id = any (array(select line.product_id from unnest(v_lines) as line where (v_attempts[line.attempt]).result is null))
    order by p.id for no key update;
  -- Separate statements, because the one that waited for a lock does not see what it waited for.
  v_products := array(
    select row(p.id, p.name, p.price, p.is_active, sellable.stock, p.stock - sellable.stock)::public.checkout_product
      from public.products p,
           lateral (select case when p.sellable_stock is null then p.stock else public.sellable_stock(p.id, p.stock) end as stock) sellable
     where p.id = any (array(select line.product_id from unnest(v_lines) as line where (v_attempts[line.attempt]).result is null))
     order by p.id);
  v_lines := array(
    select row(line.attempt, product.ordinality, line.number, line.id, line.product_id, line.quantity, line.price,
               null, null, null)::public.checkout_line
      from unnest(v_lines) with ordinality as line
      left join unnest(v_products) with ordinality as product on product.id = line.product_id
     order by line.ordinality);

  select decided.p_attempts, decided.p_lines into v_attempts, v_lines
    from public.decide_orders(v_attempts, v_lines, v_products, v_limits) decided;
  if exists (select from unnest(v_attempts) as attempt where attempt.order_id is not null) then
    perform public.store_orders(v_attempts, v_lines, p_placed_by, v_limits);
  end if;
  return (select jsonb_agg(attempt.result order by attempt.ordinality) from unnest(v_attempts) with ordinality as attempt);
end $$;

revoke execute on function public.place_orders(jsonb, uuid) from public;
grant execute on function public.place_orders(jsonb, uuid) to ninth_bend_checkout;
