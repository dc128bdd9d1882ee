-- The orders just above and just below one in the owner's list, by its search and filter (D26). It need not be in that
-- list itself: an order that was processed has left the pending ones, and the next of them is still the next.
create or replace function public.find_order_neighbours(p_order_id uuid, p_search text, p_status text)
returns table (previous_id uuid, next_id uuid)
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  v_terms record;
  v_at timestamptz;
begin
  if not is_admin() then
    return;
  end if;
  select o.created_at into v_at from orders o where o.id = p_order_id;
  if not found then
    return;
  end if;
  select * into v_terms from order_search_terms(p_search);
  select o.id into previous_id from orders o
   where o.created_at >= v_at and (o.created_at > v_at or o.id < p_order_id)
     and (p_status is null or o.status = p_status)
     and (v_terms.patterns is null or o.search_text like v_terms.patterns[1] or o.search_text like v_terms.patterns[2]
          or o.id between v_terms.first_id and v_terms.last_id)
   order by o.created_at, o.id desc limit 1;
  select o.id into next_id from orders o
   where o.created_at <= v_at and (o.created_at < v_at or o.id > p_order_id)
     and (p_status is null or o.status = p_status)
     and (v_terms.patterns is null or o.search_text like v_terms.patterns[1] or o.search_text like v_terms.patterns[2]
          or o.id between v_terms.first_id and v_terms.last_id)
   order by o.created_at desc, o.id limit 1;
  return next;
end $$;

revoke execute on function public.find_order_neighbours(uuid, text, text) from public;
grant execute on function public.find_order_neighbours(uuid, text, text) to ninth_bend_admin;
