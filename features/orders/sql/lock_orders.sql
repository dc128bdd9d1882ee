-- The maximum number of orders that one call moves or undoes.
create or replace function public.max_order_moves() returns integer language sql immutable parallel safe
return 500;

-- Locks the orders of [{id, …}] by ID before any change, because locking one by one could deadlock. Returns a
-- refusal if the list is too long, otherwise null.
create or replace function public.lock_orders(p_moves jsonb) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if jsonb_array_length(p_moves) > public.max_order_moves() then
    return public.refused('too-many', jsonb_build_object('max', public.max_order_moves()));
  end if;
  perform from public.orders o
    where o.id in (select m.id from jsonb_to_recordset(p_moves) as m (id uuid)) order by o.id for no key update;
  return null;
end $$;

revoke execute on function public.max_order_moves(), public.lock_orders(jsonb) from public;
