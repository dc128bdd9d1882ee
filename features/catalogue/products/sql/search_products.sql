-- At most p_limit product IDs that contain the text in name, brand or slug, or each word as a prefix. All rows of product_search_text are
-- compared, because they are narrow.
create or replace function public.search_products(
  p_search text, p_category_id uuid, p_show text, p_sort text, p_limit integer) returns uuid[]
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off set max_parallel_workers_per_gather = 0 as $$
declare
  v_text constant text := lower(btrim(regexp_replace(p_search, '\s+', ' ', 'g')));
  v_pattern constant text := '%' || regexp_replace(v_text, '([\\%_])', '\\\1', 'g') || '%';
  v_words constant text[] := case when char_length(v_text) >= 3 then (split_search_words(v_text))[1:8] else '{}' end;
  v_terms constant tsquery := (
    select string_agg(quote_literal(word) || case when char_length(word) < 3 then '' else ':*' end, ' & ') from unnest(v_words) word)::tsquery;
  v_order constant record := product_sort_keys(p_sort, p_show, false);
  v_ids uuid[];
begin
  if not is_manager() then
    return '{}';
  end if;
  -- The second sort key is read only for rows that the first key puts in front.
  execute format('select array(
      select p.id from (
        select p.* from product_search_text p
         where %s and (p.search_text like $2 or p.id in (select t.id from product_search_vectors t where t.search_vector @@ $3)) %s) p
       order by %s, p.id %s limit $4)',
    product_filter_condition(p_category_id, p_show, 'product_search_text'),
    case when v_order.search_text_keys[2] is not null then format('order by %s %s offset 0', v_order.search_text_keys[1], v_order.direction) end,
    (select string_agg(key || ' ' || v_order.direction, ', ' order by place) from unnest(v_order.search_text_keys) with ordinality k (key, place)),
    v_order.id_direction)
    into v_ids using p_category_id, v_pattern, v_terms, p_limit;
  return v_ids;
end $$;

revoke execute on function public.search_products(text, uuid, text, text, integer) from public;
