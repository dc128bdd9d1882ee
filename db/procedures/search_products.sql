-- The products that the owner's search and filters find, in the order asked for, at most so many.
-- A word that many products hold is found quickest by going through the list, a rare one by the index of words, or of their pieces;
-- some products taken by their random ids tell which it is. Both ways find the same.
create or replace function public.search_products(
  p_search text, p_category_id uuid, p_show text, p_sort text, p_found_at_most integer) returns uuid[]
language plpgsql stable security definer
set search_path = public, pg_temp set jit = off set max_parallel_workers_per_gather = 0 set enable_seqscan = off as $$
declare
  v_text constant text := lower(btrim(regexp_replace(p_search, '\s+', ' ', 'g')));
  v_pattern constant text := '%' || regexp_replace(v_text, '([\\%_])', '\\\1', 'g') || '%';
  v_words constant text := 'lower(p.name || E''\n'' || p.brand || E''\n'' || p.slug)';
  v_order constant record := product_order(p_sort, false);
  v_by_key text;
  v_products integer;
  v_listed integer;
  v_share numeric;
  v_as_long numeric;
  v_look integer;
  v_ids uuid[];
begin
  if not is_admin() then
    return '{}';
  end if;
  v_products := count_products(null, null);
  v_listed := count_products(p_category_id, p_show);
  execute format('select greatest(count(*) filter (where %s like $1), 0.5) / greatest(count(*), 1) from (
      select p.name, p.brand, p.slug from products p order by p.id limit 500) p', v_words)
    into v_share using v_pattern;

  select string_agg(format('p.key%s %s', place, v_order.direction), ', ' order by place) || ', p.id ' || v_order.direction_of_ids
    into v_by_key from unnest(v_order.keys) with ordinality k (key, place);
  -- So many products of the list are looked through in the time that the index takes, which reads all that it finds in the order
  -- they lie in, twice as fast. The first hundreds tell whether the words stand there as they do elsewhere.
  v_as_long := v_products * v_share / 2;
  if v_listed <= 400 or least(v_listed, p_found_at_most / v_share) <= v_as_long then
    foreach v_look in array array[400, ceil(v_as_long)::integer] loop
      execute format('select array(select p.id from (select p.id, %s, %s as words from %s p where %s order by %s limit $2) p
          where p.words like $3 order by %5$s limit $4)',
        (select string_agg(format('%s as key%s', key, place), ', ' order by place) from unnest(v_order.keys) with ordinality k (key, place)),
        case v_order.source when 'products' then v_words else format('(select %s from products w where w.id = p.id)', replace(v_words, 'p.', 'w.')) end,
        v_order.source, product_filter(p_category_id, p_show, v_order.source), replace(v_by_key, 'p.key', 'key'))
        into v_ids using p_category_id, v_look, v_pattern, p_found_at_most;
      if v_look >= v_listed or cardinality(v_ids) = p_found_at_most then
        return v_ids;
      end if;
      exit when cardinality(v_ids) * v_as_long < p_found_at_most * v_look;
    end loop;
  end if;

  execute format('select array(with p as materialized (
      select p.id, p.name, p.price, p.stock, p.created_at from products p where %s and %s)
      select p.id from p order by %s %s, p.id %s limit $4)',
    product_filter(p_category_id, p_show, 'products'), case when char_length(v_text) < 3 then format('short_pieces(%s) @> array[$3]', v_words) else v_words || ' like $2' end,
    case v_order.source when 'stock_levels' then 'p.stock' else v_order.keys[1] end, v_order.direction, v_order.direction_of_ids)
    into v_ids using p_category_id, v_pattern, v_text, p_found_at_most;
  return v_ids;
end $$;

revoke execute on function public.search_products(text, uuid, text, text, integer) from public;
