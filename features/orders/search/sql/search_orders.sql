-- At most p_limit IDs of orders that match the admin's search and filter, newest first: by text, ID, product
-- name or total. Packers cannot search by amount.
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
    v_by_words := search_orders_by_text(p_search, p_status, p_limit, true);
    return case when v_by_words = '{}' then search_orders_by_words(p_search, p_status, p_limit) else v_by_words end;
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

-- The searched total; null for other texts, and for actors who may not read totals.
create or replace function public.searched_amount(p_search text) returns numeric
language sql stable set search_path = public, pg_temp as $$
  select case when t.amount is not null and is_manager() then t.amount end from parse_order_search(p_search) t
$$;

-- Orders that match by their own text or ID, or by each word alone.
drop function if exists public.search_orders_by_text(text, text, integer);
create or replace function public.search_orders_by_text(p_search text, p_status text, p_limit integer, p_by_each_word boolean) returns uuid[]
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_terms constant record := parse_order_search(p_search);
begin
  if not p_by_each_word then
    return search_orders_by_patterns(v_terms.patterns, v_terms.index_patterns, v_terms.first_id, v_terms.last_id, p_status, p_limit);
  elsif v_terms.word_patterns is null then
    return '{}';
  end if;
  return search_orders_by_patterns(v_terms.word_patterns, v_terms.word_index_patterns, v_terms.first_id, v_terms.last_id, p_status, p_limit);
end $$;

-- Scans the newest orders and reads the orders of all matching customers in turns, with growing limits, so
-- that neither frequent nor rare words take long.
create or replace function public.search_orders_by_patterns(
  p_patterns text[], p_index_patterns text[], p_first_id uuid, p_last_id uuid, p_status text, p_limit integer) returns uuid[]
language plpgsql stable
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off set max_parallel_workers_per_gather = 0 as $$
declare
  v_scan_limit integer := 2000;
  v_growth constant integer := 4;
  -- If more than this share of the scanned orders matches, the next scan finds enough.
  v_frequent constant numeric := 0.05;
  v_with_email constant boolean := is_manager();
  v_customers uuid[];
  v_ids uuid[];
begin
  loop
    -- Stops at the last match needed.
    v_ids := array(
      select o.id from (select o.id, o.created_at, o.search_text from orders o
             where p_status is null or o.status = p_status order by o.created_at desc, o.id limit v_scan_limit) o
       where order_matches_search(o.search_text, v_with_email, o.id, p_patterns, p_index_patterns, p_first_id, p_last_id)
       order by o.created_at desc, o.id limit p_limit);
    if cardinality(v_ids) = p_limit
       or (select count(*) from (select from orders o where p_status is null or o.status = p_status
             order by o.created_at desc, o.id limit v_scan_limit) scanned) < v_scan_limit then
      return v_ids;
    end if;
    if cardinality(v_ids) < v_scan_limit * v_frequent then
      v_customers := find_customers_of_orders(
        p_patterns, p_index_patterns, v_with_email, max_searched_customers(v_scan_limit));
    end if;
    exit when v_customers is not null;
    v_scan_limit := v_scan_limit * v_growth;
  end loop;
  return search_orders_of_customers(v_customers, p_patterns, p_index_patterns, p_first_id, p_last_id, p_status, p_limit);
end $$;

-- An order may have another text or status than its customer's other orders: if too few of the newest match,
-- all are read.
create or replace function public.search_orders_of_customers(
  p_customers uuid[], p_patterns text[], p_index_patterns text[], p_first_id uuid, p_last_id uuid, p_status text, p_limit integer) returns uuid[]
language plpgsql stable
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off set max_parallel_workers_per_gather = 0 as $$
declare
  v_with_email constant boolean := is_manager();
  v_max_read integer;
  v_ids uuid[];
begin
  if p_first_id is null and coalesce(p_status, 'delivered') = 'delivered' then
    v_max_read := 2 * p_limit;
  end if;
  loop
    v_ids := array(
      with read as materialized (
        select o.id
          from unnest(p_customers) as customer (id)
         cross join lateral (
           select o.id, o.created_at from orders o where o.user_id = customer.id order by o.created_at desc, o.id limit v_max_read) o
         order by o.created_at desc, o.id limit v_max_read),
      by_id as materialized (
        select o.id from orders o where o.id between p_first_id and p_last_id)
      select o.id from orders o
       where o.id = any (array(select r.id from read r union select b.id from by_id b)) and (p_status is null or o.status = p_status)
         and order_matches_search(o.search_text, v_with_email, o.id, p_patterns, p_index_patterns, p_first_id, p_last_id)
       order by o.created_at desc, o.id limit p_limit);
    if v_max_read is null or cardinality(v_ids) = p_limit then
      return v_ids;
    end if;
    v_max_read := null;
  end loop;
end $$;

-- Customers with an order that has or had a matching text; null if more than p_limit texts match.
create or replace function public.find_customers_of_orders(
  p_patterns text[], p_index_patterns text[], p_with_email boolean, p_limit integer) returns uuid[]
language plpgsql stable
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off set max_parallel_workers_per_gather = 0 as $$
declare
  v_customers uuid[];
begin
  -- Materialized, so that the limit does not make the planner read the whole table.
  v_customers := array(
    with matching as materialized (
      select t.user_id from order_search_texts t
       where order_matches_search(t.search_text, p_with_email, null, p_patterns, p_index_patterns, null, null))
    select m.user_id from matching m limit p_limit + 1);
  return case when cardinality(v_customers) <= p_limit then array(select distinct c from unnest(v_customers) as c) end;
end $$;

-- Reading the orders of so many customers takes about as long as scanning p_scan_limit orders.
create or replace function public.max_searched_customers(p_scan_limit integer) returns integer language sql immutable parallel safe
return p_scan_limit / 8;

revoke execute on function public.searched_amount(text), public.search_orders(text, text, integer), public.search_orders_by_text(text, text, integer, boolean),
  public.search_orders_by_patterns(text[], text[], uuid, uuid, text, integer), public.search_orders_of_customers(uuid[], text[], text[], uuid, uuid, text, integer),
  public.find_customers_of_orders(text[], text[], boolean, integer), public.max_searched_customers(integer) from public;
