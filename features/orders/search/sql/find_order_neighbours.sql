-- The orders above and below an order in the filtered list, which need not contain the order itself.
create or replace function public.find_order_neighbours(p_order_id uuid, p_search text, p_status text)
returns table (previous_id uuid, next_id uuid)
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off set max_parallel_workers_per_gather = 0 as $$
declare
  v_growth constant integer := 4;
  v_scan_limit integer;
  v_customers uuid[];
  v_terms record;
  v_at timestamptz;
  v_above integer;
  v_below integer;
  v_product_ids uuid[] := '{}';
  v_amount constant numeric := searched_amount(p_search);
  v_with_email boolean;
  v_found uuid[];
begin
  if not is_admin() then
    return;
  end if;
  v_with_email := is_manager();
  select o.created_at into v_at from orders o where o.id = p_order_id;
  if not found then
    return;
  end if;
  if p_status = 'to-send' then
    select dispatch_order(o.created_at, o.dispatch_day) into v_at from orders o where o.id = p_order_id;
    return query
      select (select l.id from list_orders_to_send(p_search) l where l.dispatch_order <= v_at and (l.dispatch_order < v_at or l.id > p_order_id)
               order by l.dispatch_order desc, l.id limit 1),
             (select l.id from list_orders_to_send(p_search) l where l.dispatch_order >= v_at and (l.dispatch_order > v_at or l.id < p_order_id)
               order by l.dispatch_order, l.id desc limit 1);
    return;
  end if;
  select * into v_terms from parse_order_search(p_search);
  if v_amount is not null then
    select o.id into previous_id from orders o
     where o.total_amount = v_amount and o.created_at >= v_at and (o.created_at > v_at or o.id < p_order_id) and (p_status is null or o.status = p_status)
     order by o.created_at, o.id desc limit 1;
    select o.id into next_id from orders o
     where o.total_amount = v_amount and o.created_at <= v_at and (o.created_at < v_at or o.id > p_order_id) and (p_status is null or o.status = p_status)
     order by o.created_at desc, o.id limit 1;
    return next;
    return;
  end if;
  if v_terms.patterns is null then
    select o.id into previous_id from orders o
     where o.created_at >= v_at and (o.created_at > v_at or o.id < p_order_id) and (p_status is null or o.status = p_status)
     order by o.created_at, o.id desc limit 1;
    select o.id into next_id from orders o
     where o.created_at <= v_at and (o.created_at < v_at or o.id > p_order_id) and (p_status is null or o.status = p_status)
     order by o.created_at desc, o.id limit 1;
    return next;
    return;
  end if;

  loop
    if v_terms.product_pattern is not null then
      v_product_ids := array(select w.id from product_search_text w where w.name like v_terms.product_pattern);
    end if;
    -- Scans the nearby orders or reads those of all matching customers, like search_orders_by_text().
    v_scan_limit := 2000;
    loop
      select (array_agg(o.id order by o.created_at, o.id desc) filter (
               where order_matches_search(o.search_text, v_with_email, o.id, v_terms.patterns, v_terms.index_patterns, v_terms.first_id, v_terms.last_id)
                  or (v_product_ids <> '{}' and exists (select from order_items i where i.order_id = o.id and (i.product_id = any (v_product_ids)) is true))))[1], count(*)
        into previous_id, v_above
        from (select o.id, o.created_at, o.search_text from orders o
               where o.created_at >= v_at and (o.created_at > v_at or o.id < p_order_id) and (p_status is null or o.status = p_status)
               order by o.created_at, o.id desc limit v_scan_limit) o;
      select (array_agg(o.id order by o.created_at desc, o.id) filter (
               where order_matches_search(o.search_text, v_with_email, o.id, v_terms.patterns, v_terms.index_patterns, v_terms.first_id, v_terms.last_id)
                  or (v_product_ids <> '{}' and exists (select from order_items i where i.order_id = o.id and (i.product_id = any (v_product_ids)) is true))))[1], count(*)
        into next_id, v_below
        from (select o.id, o.created_at, o.search_text from orders o
               where o.created_at <= v_at and (o.created_at < v_at or o.id > p_order_id) and (p_status is null or o.status = p_status)
               order by o.created_at desc, o.id limit v_scan_limit) o;
      exit when (previous_id is not null or v_above < v_scan_limit) and (next_id is not null or v_below < v_scan_limit);

      v_customers := find_customers_of_orders(
        v_terms.patterns, v_terms.index_patterns, v_with_email, max_searched_customers(v_scan_limit));
      if v_customers is not null then
        with matching as materialized (
          select nearest.id, nearest.created_at
            from unnest(v_customers) as customer (id)
           cross join lateral (
             (select o.id, o.created_at from orders o
               where o.user_id = customer.id and o.created_at >= v_at and (o.created_at > v_at or o.id < p_order_id) and (p_status is null or o.status = p_status)
                 and order_matches_search(o.search_text, v_with_email, o.id, v_terms.patterns, v_terms.index_patterns, v_terms.first_id, v_terms.last_id)
               order by o.created_at, o.id desc limit 1)
             union all
             (select o.id, o.created_at from orders o
               where o.user_id = customer.id and o.created_at <= v_at and (o.created_at < v_at or o.id > p_order_id) and (p_status is null or o.status = p_status)
                 and order_matches_search(o.search_text, v_with_email, o.id, v_terms.patterns, v_terms.index_patterns, v_terms.first_id, v_terms.last_id)
               order by o.created_at desc, o.id limit 1)) nearest
          union
          select o.id, o.created_at from orders o
           where o.id between v_terms.first_id and v_terms.last_id and (p_status is null or o.status = p_status)
          union
          -- Products that no nearby order contains are sold rarely.
          select o.id, o.created_at
            from unnest(v_product_ids) as product (id)
            join inventory_adjustments a on a.product_id = product.id and a.action_type = 'order_placed'
            join orders o on o.id = a.order_id
           where (p_status is null or o.status = p_status)
             and exists (select from order_items i where i.order_id = o.id and i.product_id = product.id))
        select coalesce(previous_id, (select m.id from matching m where m.created_at >= v_at and (m.created_at > v_at or m.id < p_order_id)
                 order by m.created_at, m.id desc limit 1)),
               coalesce(next_id, (select m.id from matching m where m.created_at <= v_at and (m.created_at < v_at or m.id > p_order_id)
                 order by m.created_at desc, m.id limit 1))
          into previous_id, next_id;
      end if;
      exit when v_customers is not null;
      v_scan_limit := v_scan_limit * v_growth;
    end loop;
    exit when previous_id is not null or next_id is not null or v_terms.word_patterns is null or exists (
      select from orders o where o.id = p_order_id and (p_status is null or o.status = p_status)
        and (order_matches_search(o.search_text, v_with_email, o.id, v_terms.patterns, v_terms.index_patterns, v_terms.first_id, v_terms.last_id)
             or exists (select from order_items i where i.order_id = o.id and i.product_id = any (v_product_ids))));
    -- If the whole text finds nothing, each word is searched.
    v_terms.patterns := v_terms.word_patterns;
    v_terms.index_patterns := v_terms.word_index_patterns;
    v_terms.product_pattern := null;
    v_terms.word_patterns := null;
    v_product_ids := '{}';
  end loop;
  if previous_id is null and next_id is null then
    -- Words in different fields find few orders.
    v_found := search_orders_by_words(p_search, p_status, max_search_results());
    previous_id := v_found[array_position(v_found, p_order_id) - 1];
    next_id := v_found[array_position(v_found, p_order_id) + 1];
  end if;
  return next;
end $$;

revoke execute on function public.find_order_neighbours(uuid, text, text) from public;
grant execute on function public.find_order_neighbours(uuid, text, text) to ninth_bend_admin, ninth_bend_packer;
