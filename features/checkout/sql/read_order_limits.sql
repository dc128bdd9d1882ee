-- Adds to valid attempts what the limits need. Refuses erased customers, keys of other orders and carts that
-- are too large; a key of the same order returns that order.
create or replace function public.read_order_limits(p_attempts public.checkout_attempt[], p_lines public.checkout_line[], p_limits jsonb)
returns public.checkout_attempt[] language plpgsql stable as $$
declare
  v_quantity_limit constant integer := (p_limits -> 'max_quantity_per_product')::integer;
  v_account_limit constant integer := (p_limits -> 'max_orders_per_hour_per_account')::integer;
  v_known record;
begin
  for v_known in
    select attempt.ordinality as attempt,
           case when attempt.result is not null then attempt.result
                when erased.user_id is not null then public.refused('not-signed-in')
                when used.request_hash <> attempt.request_hash
                  then public.refused('key-reused', jsonb_build_object('status', earlier.status))
                when earlier.id is not null then public.done(jsonb_build_object(
                  'order_id', earlier.id, 'total_amount', earlier.total_amount, 'status', earlier.status, 'repeated', true))
                when cart.products > (p_limits -> 'max_products_per_order')::integer
                  then public.refused('too-many-products', jsonb_build_object('max', p_limits -> 'max_products_per_order'))
                when cart.quantity > (p_limits -> 'max_quantity_per_order')::integer
                  then public.refused('order-too-large', jsonb_build_object('max', p_limits -> 'max_quantity_per_order'))
              end as result,
           coalesce(account.email_verified, false) as is_verified, open_orders.total as open_total, recent.orders as recent_orders,
           recent.oldest as oldest_recent, address.used_until
      from unnest(p_attempts) with ordinality as attempt
      -- Looked up separately: in a join the planner may choose another index.
      left join lateral (
        select k.request_hash, k.order_id from public.idempotency_keys k
         where k.user_id = attempt.user_id and k.key = attempt.key limit 1
      ) used on true
      left join lateral (select o.id, o.total_amount, o.status from public.orders o where o.id = used.order_id limit 1) earlier on true
      left join lateral (
        -- Quantities above the limit are refused later and count here as the limit.
        select count(*) as products, sum(least(line.quantity, v_quantity_limit)) as quantity
          from unnest(p_lines) as line where line.attempt = attempt.ordinality
      ) cart on true
      left join lateral (select u.email_verified from accounts."user" u where u.id = attempt.user_id limit 1) account on true
      -- The customer may have been erased while the request was on its way.
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
      left join lateral (select r.used_until from accounts.rate_limit r where r.key = attempt.caller limit 1) address on true
  loop
    p_attempts[v_known.attempt].result := v_known.result;
    p_attempts[v_known.attempt].is_verified := v_known.is_verified;
    p_attempts[v_known.attempt].open_total := v_known.open_total;
    p_attempts[v_known.attempt].recent_orders := v_known.recent_orders;
    p_attempts[v_known.attempt].oldest_recent := v_known.oldest_recent;
    p_attempts[v_known.attempt].used_until := v_known.used_until;
  end loop;
  return p_attempts;
end $$;

revoke execute on function public.read_order_limits(public.checkout_attempt[], public.checkout_line[], jsonb) from public;
