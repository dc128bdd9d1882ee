-- At most p_limit product IDs that contain the text in name, brand or slug, or each word as a prefix. Scans the first products of the list
-- to estimate how frequent matches are: frequent words are found by scanning on, others through an index.
create or replace function public.search_products(
  p_search text, p_category_id uuid, p_show text, p_sort text, p_limit integer) returns uuid[]
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off set max_parallel_workers_per_gather = 0 as $$
declare
  v_window constant integer := 400;
  -- Safety factor for the estimate.
  v_margin constant numeric := 1.5;
  -- Allows a second estimate, because the first products may match more often than the rest, such as names
  -- that begin with the word.
  v_max_scans constant integer := 3;
  v_scans integer := 0;
  v_text constant text := lower(btrim(regexp_replace(p_search, '\s+', ' ', 'g')));
  v_pattern constant text := '%' || regexp_replace(v_text, '([\\%_])', '\\\1', 'g') || '%';
  v_search_words constant text[] := case when char_length(v_text) >= 3 then (split_search_words(v_text))[1:8] else '{}' end;
  v_terms constant tsquery := (
    select string_agg(quote_literal(word) || case when char_length(word) < 3 then '' else ':*' end, ' & ') from unnest(v_search_words) word)::tsquery;
  v_order constant record := product_sort_keys(p_sort, p_show, false);
  v_by_key text;
  v_scan_limit integer := v_window;
  v_scanned integer;
  v_products numeric;
  v_share numeric;
  v_ids uuid[];
begin
  if not is_manager() then
    return '{}';
  end if;
  select string_agg(format('p.key%s %s', place, v_order.direction), ', ' order by place) || ', p.id ' || v_order.id_direction
    into v_by_key from unnest(v_order.keys) with ordinality k (key, place);
  loop
    execute format('with looked as materialized (select p.id, %s from %s p where %s order by %s limit $2)
      select array(select p.id from looked p where (select w.search_text from product_search_text w where w.id = p.id) like $3
          or (select t.search_vector @@ $5 from product_search_vectors t where t.id = p.id) order by %4$s limit $4), (select count(*) from looked)',
      (select string_agg(format('%s as key%s', key, place), ', ' order by place) from unnest(v_order.keys) with ordinality k (key, place)),
      v_order.source, product_filter_condition(p_category_id, p_show, v_order.source), replace(v_by_key, 'p.key', 'key'))
      into v_ids, v_scanned using p_category_id, v_scan_limit, v_pattern, p_limit, v_terms;
    if v_scanned < v_scan_limit or cardinality(v_ids) = p_limit then
      return v_ids;
    end if;
    v_scans := v_scans + 1;
    exit when v_scans = v_max_scans;
    v_products := greatest((select c.reltuples from pg_class c where c.oid = 'products'::regclass), v_window);
    v_share := greatest(cardinality(v_ids), 0.5) / v_scanned;
    v_scan_limit := ceil(v_margin * p_limit / v_share);
    -- The index search reads matches twice as fast.
    exit when v_scan_limit <= v_scanned or v_scan_limit > v_products * v_share / 2;
  end loop;

  -- The second sort key is read only for rows that the first key puts in front.
  execute format('select array(with found as materialized (select p.id, %1$s from product_search_text p where %2$s and %3$s
        union select p.id, %1$s from %7$s and %3$s)
      select p.id from %4$s p order by %5$s, p.id %6$s limit $5)',
    v_order.search_text_keys[1],
    case when char_length(v_text) < 3 then 'short_ngrams(p.search_text) @> array[$4]' else 'p.search_text like $3 and p.search_text || '''' like $2' end,
    product_filter_condition(p_category_id, p_show, 'product_search_text'),
    case when v_order.search_text_keys[2] is null then 'found'
         else format('(select p.* from found p order by %s %s offset 0)', v_order.search_text_keys[1], v_order.direction) end,
    (select string_agg(key || ' ' || v_order.direction, ', ' order by place) from unnest(v_order.search_text_keys) with ordinality k (key, place)),
    v_order.id_direction,
    -- Search vectors cover every filter except the stock level.
    case when v_order.source = 'product_stock_buckets' or p_show = 'low'
      then 'product_search_text p where p.id = any (array(select t.id from product_search_vectors t where t.search_vector @@ $6))' else 'product_search_vectors p where p.search_vector @@ $6' end)
    into v_ids using p_category_id, v_pattern, search_pattern(v_text), v_text, p_limit, v_terms;
  return v_ids;
end $$;

revoke execute on function public.search_products(text, uuid, text, text, integer) from public;
