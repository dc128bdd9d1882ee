-- Places one order for the actor through place_orders.
drop function if exists public.place_order(text, jsonb, jsonb, text);
drop function if exists public.place_order(text, jsonb, jsonb, text, text);
create or replace function public.place_order(
  p_idempotency_key text, p_lines jsonb, p_shipping_address jsonb, p_payment_method text, p_caller text default null,
  p_delivery jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  return public.place_orders(jsonb_build_array(jsonb_build_object(
    'user_id', public.current_user_id(), 'idempotency_key', p_idempotency_key, 'lines', p_lines,
    'shipping_address', p_shipping_address, 'payment_method', p_payment_method, 'caller', p_caller,
    'delivery', p_delivery))) -> 0;
end $$;

revoke execute on function public.place_order(text, jsonb, jsonb, text, text, jsonb) from public;
grant execute on function public.place_order(text, jsonb, jsonb, text, text, jsonb) to ninth_bend_customer;
