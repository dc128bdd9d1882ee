-- At most p_limit product IDs that contain the text in name, brand or slug, or every word as a prefix (one or two letters: exactly).
-- Frequent words are found by scanning the list, rare ones through an index; a sample of product_search_text decides.
create or replace function public.search_products(
  p_search text, p_category_id uuid, p_show text, p_sort text, p_limit integer) returns uuid[]
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off set max_parallel_workers_per_gather = 0 set enable_seqscan = off as $$
declare
  -- Pages; enough to distinguish plans that differ by a large factor.
  v_sample constant integer := 16;
  v_vector_sample constant integer := 4;
  -- Above this share of text matches, word matches need no sample.
  v_common_share constant numeric := 0.3;
  v_margin constant numeric := 1.5;
  v_text constant text := lower(btrim(regexp_replace(p_search, '\s+', ' ', 'g')));
  v_pattern constant text := '%' || regexp_replace(v_text, '([\\%_])', '\\\1', 'g') || '%';
  v_search_words constant text[] := case when char_length(v_text) >= 3 then (split_search_words(v_text))[1:8] else '{}' end;
  v_terms constant tsquery := (
    select string_agg(quote_literal(word) || case when char_length(word) < 3 then '' else ':*' end, ' & ') from unnest(v_search_words) word)::tsquery;
  v_order constant record := product_sort_keys(p_sort, false);
  v_pages constant integer := greatest(pg_relation_size('product_search_text') / current_setting('block_size')::integer, 1);
  v_by_key text;
  v_hits integer;
  v_vector_hits integer;
  v_vector_sampled integer;
  v_seen integer;
  v_sampled_listed integer;
  v_products numeric;
  v_listed numeric;
  v_share numeric;
  v_break_even_rows numeric;
  v_scan_limit integer;
  v_scanned integer;
  v_ids uuid[];
begin
  if not is_admin() then
    return '{}';
  end if;
  execute format('select count(*) filter (where p.search_text like $2), count(*), count(*) filter (where %s)
      from product_search_text p tablesample system ($3) repeatable (1)', product_filter_condition(p_category_id, p_show, 'product_search_text'))
    into v_hits, v_seen, v_sampled_listed using p_category_id, v_pattern, least(100, 100.0 * v_sample / v_pages);
  v_share := v_hits::numeric / greatest(v_seen, 1);
  -- Search vectors are stored on pages of their own, so fewer are sampled.
  if v_terms is not null and v_share < v_common_share then
    select count(*) filter (where p.search_text not like v_pattern and (select t.search_vector @@ v_terms from product_search_vectors t where t.id = p.id)), count(*)
      into v_vector_hits, v_vector_sampled from product_search_text p tablesample system (least(100, 100.0 * v_vector_sample / v_pages)) repeatable (1);
    v_share := v_share + v_vector_hits::numeric / greatest(v_vector_sampled, 1);
    v_hits := v_hits + v_vector_hits;
  end if;
  v_share := greatest(v_share, 0.5 / greatest(v_seen, 1));
  v_products := v_seen * greatest(v_pages::numeric / v_sample, 1);
  v_listed := v_sampled_listed * greatest(v_pages::numeric / v_sample, 1);

  select string_agg(format('p.key%s %s', place, v_order.direction), ', ' order by place) || ', p.id ' || v_order.id_direction
    into v_by_key from unnest(v_order.keys) with ordinality k (key, place);
  -- Rows that can be scanned in the time of the index search, which reads its matches twice as fast. The first 400 rows show
  -- whether matches are spread evenly; then the scan is limited to what should yield enough.
  v_break_even_rows := v_products * v_share / 2;
  if v_hits > 0 and (v_listed <= 400 or least(v_listed, p_limit / v_share) <= v_break_even_rows) then
    foreach v_scan_limit in array array[400, ceil(least(v_break_even_rows, v_margin * p_limit / v_share))::integer] loop
      execute format('with looked as materialized (select p.id, %s from %s p where %s order by %s limit $2)
        select array(select p.id from looked p where (select w.search_text from product_search_text w where w.id = p.id) like $3
            or (select t.search_vector @@ $5 from product_search_vectors t where t.id = p.id) order by %4$s limit $4), (select count(*) from looked)',
        (select string_agg(format('%s as key%s', key, place), ', ' order by place) from unnest(v_order.keys) with ordinality k (key, place)),
        v_order.source, product_filter_condition(p_category_id, p_show, v_order.source), replace(v_by_key, 'p.key', 'key'))
        into v_ids, v_scanned using p_category_id, v_scan_limit, v_pattern, p_limit, v_terms;
      if v_scanned < v_scan_limit or cardinality(v_ids) = p_limit then
        return v_ids;
      end if;
      exit when cardinality(v_ids) * v_break_even_rows < p_limit * v_scan_limit;
    end loop;
  end if;

  -- A second sort key is read only for the first rows by the first key.
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
