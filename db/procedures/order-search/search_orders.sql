-- At most p_limit IDs of orders, newest first, that match by their own text, ID or product names.
create or replace function public.search_orders(p_search text, p_status text, p_limit integer) returns uuid[]
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off set enable_seqscan = off as $$
declare
  v_by_words uuid[];
  v_by_products uuid[];
begin
  if not is_admin() then
    return '{}';
  end if;
  v_by_words := search_orders_by_text(p_search, p_status, p_limit);
  v_by_products := search_orders_by_product((select t.product_pattern from parse_order_search(p_search) t), p_status, p_limit);
  if v_by_products = '{}' then
    return v_by_words;
  elsif v_by_words = '{}' then
    return v_by_products;
  end if;
  return array(
    select o.id from orders o
     where o.id = any (array(select unnest(v_by_words) union select unnest(v_by_products)))
     order by o.created_at desc, o.id limit p_limit);
end $$;

-- By their own text or ID. A sample decides: frequent words are found by scanning the newest orders, others through the
-- trigram index, limited to newer orders if there are more hits than needed.
create or replace function public.search_orders_by_text(p_search text, p_status text, p_limit integer) returns uuid[]
language plpgsql stable
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off set max_parallel_workers_per_gather = 0 set enable_seqscan = off as $$
declare
  -- Of a random order, relative to the next one of a list.
  v_random_read_cost constant numeric := 6;
  -- Pages; the larger sample is used only if the smaller one has too few hits.
  v_samples constant integer[] := array[16, 160];
  v_enough_hits constant integer := 8;
  v_margin constant numeric := 1.5;
  v_texts_compared constant integer := 64;
  v_terms constant record := parse_order_search(p_search);
  v_index_patterns text[] := v_terms.index_patterns;
  v_pages constant integer := greatest(pg_relation_size('orders') / current_setting('block_size')::integer, 1);
  v_sample integer;
  v_hits integer;
  v_seen integer;
  v_sampled_listed integer;
  v_orders numeric;
  v_listed numeric;
  v_share numeric;
  v_break_even_rows numeric;
  v_scan_limit integer;
  v_scanned integer;
  v_recent_day date;
  v_from timestamptz;
  v_texts text[];
  v_ids uuid[];
begin
  foreach v_sample in array v_samples loop
    select count(*) filter (where order_matches_search(o.search_text, o.id, v_terms.patterns, v_terms.index_patterns, v_terms.first_id, v_terms.last_id)),
        count(*), count(*) filter (where p_status is null or o.status = p_status), array_agg(o.search_text)
      into v_hits, v_seen, v_sampled_listed, v_texts
      from orders o tablesample system (least(100, 100.0 * v_sample / v_pages)) repeatable (1);
    exit when v_hits = 0 or v_hits >= v_enough_hits or v_sample >= v_pages;
  end loop;
  v_share := greatest(v_hits, 0.5) / greatest(v_seen, 1);
  v_orders := v_seen * greatest(v_pages::numeric / v_sample, 1);
  v_listed := v_sampled_listed * greatest(v_pages::numeric / v_sample, 1);

  -- Orders that can be scanned in the time of the index search. The first 2000 show whether matches are spread evenly over time.
  v_break_even_rows := (v_random_read_cost * least(v_listed * v_share, v_margin * p_limit) + v_orders * v_share)
    / least(v_random_read_cost, greatest(v_orders, 1) / greatest(v_listed, 1));
  if v_hits > 0 and (v_listed <= 2000 or least(v_listed, p_limit / v_share) <= v_break_even_rows) then
    foreach v_scan_limit in array array[2000, ceil(v_break_even_rows)::integer] loop
      with looked as materialized (
        select o.id, o.created_at, o.search_text from orders o
         where p_status is null or o.status = p_status order by o.created_at desc, o.id limit v_scan_limit)
      select array(select o.id from looked o
          where order_matches_search(o.search_text, o.id, v_terms.patterns, v_terms.index_patterns, v_terms.first_id, v_terms.last_id)
          order by o.created_at desc, o.id limit p_limit), (select count(*) from looked)
        into v_ids, v_scanned;
      if v_scanned < v_scan_limit or cardinality(v_ids) = p_limit then
        return v_ids;
      end if;
      exit when cardinality(v_ids) * v_break_even_rows < p_limit * v_scan_limit;
    end loop;
  end if;

  -- daily_order_counts covers all statuses, but nearly all orders are delivered.
  if (p_status is null or p_status = 'delivered') and v_orders * v_share > v_margin * p_limit then
    select d.day into v_recent_day from daily_order_counts d
     where (select max(l.cumulative_orders) from daily_order_counts l) - d.cumulative_orders + d.orders >= v_margin * p_limit / v_share order by d.day desc limit 1;
  end if;
  if v_terms.fragments is not null then
    v_index_patterns[1] := '%' || array_to_string(rarest_fragments(v_terms.fragments, v_texts[1 : v_texts_compared], v_orders), '%') || '%';
  end if;
  foreach v_from in array array[v_recent_day::timestamp at time zone 'UTC', null] loop
    v_ids := array(
      with matching as materialized (
        select o.id, o.created_at from orders o
         where order_matches_search(o.search_text, o.id, v_terms.patterns, v_index_patterns, v_terms.first_id, v_terms.last_id)
           and (p_status is null or o.status = p_status) and (v_from is null or o.created_at >= v_from))
      select m.id from matching m order by m.created_at desc, m.id limit p_limit);
    if v_from is null or cardinality(v_ids) = p_limit then
      return v_ids;
    end if;
  end loop;
end $$;

revoke execute on function public.search_orders(text, text, integer), public.search_orders_by_text(text, text, integer) from public;
