-- IDs of orders that match the admin's search and filter, newest first, at most p_limit: by their own text, ID or product names,
-- or by their total if a sum of money was typed. Packers see no amounts, so they find nothing by them.
create or replace function public.search_orders(p_search text, p_status text, p_limit integer) returns uuid[]
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  v_by_words uuid[];
  v_by_products uuid[];
  v_amount constant numeric := searched_amount(p_search);
begin
  if not is_admin() then
    return '{}';
  end if;
  if v_amount is not null then
    return array(
      select o.id from orders o where o.total_amount = v_amount and (p_status is null or o.status = p_status)
       order by o.created_at desc, o.id limit p_limit);
  end if;
  v_by_words := search_orders_by_text(p_search, p_status, p_limit, false);
  v_by_products := search_orders_by_product((select t.product_pattern from parse_order_search(p_search) t), p_status, p_limit);
  if v_by_products = '{}' and v_by_words = '{}' then
    return search_orders_by_text(p_search, p_status, p_limit, true);
  elsif v_by_products = '{}' then
    return v_by_words;
  elsif v_by_words = '{}' then
    return v_by_products;
  end if;
  return array(
    select o.id from orders o
     where o.id = any (array(select unnest(v_by_words) union select unnest(v_by_products)))
     order by o.created_at desc, o.id limit p_limit);
end $$;

-- The total that is searched for; null for another text, and for those who may not read totals.
create or replace function public.searched_amount(p_search text) returns numeric
language sql stable set search_path = public, pg_temp as $$
  select case when t.amount is not null and is_manager() then t.amount end from parse_order_search(p_search) t
$$;

-- Orders that match by their own text or ID, or by each word of it alone. The newest orders are scanned first: they show how frequent matches are. Frequent
-- words are found by scanning further, others through the trigram index, limited to newer orders if there are more than needed.
drop function if exists public.search_orders_by_text(text, text, integer);
create or replace function public.search_orders_by_text(p_search text, p_status text, p_limit integer, p_by_each_word boolean) returns uuid[]
language plpgsql stable
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off set max_parallel_workers_per_gather = 0 as $$
declare
  v_window constant integer := 2000;
  -- Cost of reading a random order relative to the next one of a list.
  v_random_read_cost constant integer := 6;
  -- Orders of other statuses are few and scattered.
  v_next_read_cost constant integer := case when coalesce(p_status, 'delivered') = 'delivered' then 1 else v_random_read_cost end;
  -- Safety factor for the estimate.
  v_margin constant numeric := 1.5;
  v_terms record := parse_order_search(p_search);
  v_with_email constant boolean := is_manager();
  -- Cost of an entry of the trigram index.
  v_index_read_cost constant numeric := 0.5;
  v_scan_limit integer;
  v_scanned integer;
  -- Whether the trigram index needs to find newer orders alone.
  v_reads_recent boolean;
  v_index_cost numeric;
  v_orders numeric;
  v_share numeric;
  v_recent_day date;
  v_from timestamptz;
  v_ids uuid[];
begin
  if p_by_each_word then
    if v_terms.word_patterns is null then
      return '{}';
    end if;
    v_terms.patterns := v_terms.word_patterns;
    v_terms.index_patterns := v_terms.word_index_patterns;
  end if;
  with looked as materialized (
    select o.id, o.created_at, o.search_text from orders o
     where p_status is null or o.status = p_status order by o.created_at desc, o.id limit v_window)
  select array(select o.id from looked o
      where order_matches_search(o.search_text, v_with_email, o.id, v_terms.patterns, v_terms.index_patterns, v_terms.first_id, v_terms.last_id)
      order by o.created_at desc, o.id limit p_limit), (select count(*) from looked)
    into v_ids, v_scanned;
  if v_scanned < v_window or cardinality(v_ids) = p_limit then
    return v_ids;
  end if;
  v_orders := greatest((select c.reltuples from pg_class c where c.oid = 'orders'::regclass), v_window);
  v_share := greatest(cardinality(v_ids), 0.5) / v_window;
  v_scan_limit := ceil(v_margin * p_limit / v_share);
  v_reads_recent := v_next_read_cost = 1 and v_orders * v_share > v_margin * p_limit;
  v_index_cost := v_orders * v_share * v_index_read_cost
    + case when v_reads_recent then v_margin * p_limit else v_orders * v_share end * v_random_read_cost;
  if v_scan_limit <= v_orders and v_scan_limit * v_next_read_cost <= v_index_cost then
    -- Stops at the last match that is needed.
    v_ids := array(
      select o.id from (select o.id, o.created_at, o.search_text from orders o
             where p_status is null or o.status = p_status order by o.created_at desc, o.id limit v_scan_limit) o
       where order_matches_search(o.search_text, v_with_email, o.id, v_terms.patterns, v_terms.index_patterns, v_terms.first_id, v_terms.last_id)
       order by o.created_at desc, o.id limit p_limit);
    if cardinality(v_ids) = p_limit then
      return v_ids;
    end if;
  end if;

  -- daily_order_counts covers all statuses; nearly all orders are delivered, and other statuses have few rows.
  if v_reads_recent then
    select d.day into v_recent_day from daily_order_counts d
     where (select max(l.cumulative_orders) from daily_order_counts l) - d.cumulative_orders + d.orders >= v_margin * p_limit / v_share order by d.day desc limit 1;
  end if;
  foreach v_from in array array[v_recent_day::timestamp at time zone 'UTC', null] loop
    v_ids := array(
      with matching as materialized (
        select o.id, o.created_at from orders o
         where order_matches_search(o.search_text, v_with_email, o.id, v_terms.patterns, v_terms.index_patterns, v_terms.first_id, v_terms.last_id)
           and (p_status is null or o.status = p_status) and (v_from is null or o.created_at >= v_from))
      select m.id from matching m order by m.created_at desc, m.id limit p_limit);
    if v_from is null or cardinality(v_ids) = p_limit then
      return v_ids;
    end if;
  end loop;
end $$;

revoke execute on function public.searched_amount(text), public.search_orders(text, text, integer), public.search_orders_by_text(text, text, integer, boolean) from public;
