-- D26: the orders that the owner's search and filter find, newest first, at most so many.
-- A word that many orders hold is found quickest by looking through the newest, a rare one by the index of all words;
-- a thousand orders taken by their random ids tell which it is. Both ways find the same.
create or replace function public.search_orders(p_search text, p_status text, p_found_at_most integer) returns uuid[]
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off set max_parallel_workers_per_gather = 0 set enable_seqscan = off as $$
declare
  -- How much longer it takes to read an order that lies anywhere than the next one of a list.
  v_anywhere constant numeric := 6;
  v_terms record;
  v_orders numeric;
  v_listed numeric;
  v_share numeric;
  v_as_long numeric;
  v_look integer;
  v_ids uuid[];
begin
  if not is_admin() then
    return '{}';
  end if;
  select * into v_terms from order_search_terms(p_search);
  v_orders := count_orders(null);
  v_listed := case when p_status is null then v_orders else count_orders(p_status) end;
  select greatest(count(*) filter (where o.search_text like v_terms.patterns[1] or o.search_text like v_terms.patterns[2]), 0.5)
      / greatest(count(*), 1) into v_share
    from (select o.search_text from orders o order by o.id limit 1000) o;

  -- So many orders of the list are looked through in the time that the index takes: what the words leave of the list is read
  -- one by one, after half a look at each entry that holds them. The first thousands tell whether the newest hold them as others do.
  v_as_long := (v_anywhere * v_listed * v_share + v_orders * v_share / 2) / least(v_anywhere, greatest(v_orders, 1) / greatest(v_listed, 1));
  if v_listed <= 2000 or least(v_listed, p_found_at_most / v_share) <= v_as_long then
    foreach v_look in array array[2000, ceil(v_as_long)::integer] loop
      v_ids := array(select o.id from (select o.id, o.created_at, o.search_text from orders o
          where p_status is null or o.status = p_status order by o.created_at desc, o.id limit v_look) o
        where o.search_text like v_terms.patterns[1] or o.search_text like v_terms.patterns[2] or o.id between v_terms.first_id and v_terms.last_id
        order by o.created_at desc, o.id limit p_found_at_most);
      if v_look >= v_listed or cardinality(v_ids) = p_found_at_most then
        return v_ids;
      end if;
      exit when cardinality(v_ids) * v_as_long < p_found_at_most * v_look;
    end loop;
  end if;
  return array(
    with matching as materialized (
      select o.id, o.created_at from orders o
       where ((o.search_text like v_terms.indexed and o.search_text || '' like v_terms.patterns[1]) or o.search_text like v_terms.patterns[2]
              or o.id between v_terms.first_id and v_terms.last_id)
         and (p_status is null or o.status = p_status))
    select m.id from matching m order by m.created_at desc, m.id limit p_found_at_most);
end $$;

revoke execute on function public.search_orders(text, text, integer) from public;
