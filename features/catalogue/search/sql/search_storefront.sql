-- The products that match a plan; without a plan, all products.
create or replace function public.list_matches(
  p_plan search_plan, p_category_id uuid, p_best_sellers_only boolean, p_free_from integer, p_suitable_for integer, p_in_stock_only boolean,
  p_min_price numeric, p_max_price numeric, p_sort text, p_page integer, p_page_size integer,
  out product_ids uuid[], out page integer, out total integer, out counts json, out found_by text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  -- Stops at the first match, so that few names are read.
  v_found_by constant text :=
    'exists (select from found l where %s and (select p.name_vector @@ ($9).%s from product_listing p where p.id = l.id))';
  v_is_search constant boolean := (p_plan).required is not null;
  v_condition text;
  v_filters text;
begin
  v_condition := concat_ws(' and ', 'true',
    case when v_is_search then 'l.search_vector @@ $1' end,
    case when p_plan.broad is not null then 'l.name_vector @@ ($9).broad' end,
    case when p_best_sellers_only then 'l.is_best_seller' end,
    case when p_min_price is not null then 'l.price >= $2' end,
    case when p_max_price is not null then 'l.price <= $3' end);
  v_filters := concat_ws(' and ', 'true',
    case when p_category_id is not null then 'l.category_id = $4' end,
    case when p_free_from <> 0 then 'l.unsafe_allergens & $5 = 0' end,
    case when p_suitable_for <> 0 then 'l.suitable_for & $6 = $6' end,
    case when p_in_stock_only then 'l.is_in_stock' end);
  -- A search reads its matches once; without a search, counting needs only an index.
  execute format($q$
    with found as %s (
        select l.id, l.category_id, l.allergens_contained, l.allergens_possible, l.unsafe_allergens, l.suitable_for, l.is_in_stock, %s, %s as score
          from product_listing l where %s),
      counted as materialized (
        select l.category_id, l.allergens_contained, l.allergens_possible, l.unsafe_allergens, l.suitable_for, l.is_in_stock,
               count(*)::integer as products
          from found l group by 1, 2, 3, 4, 5, 6),
      bounds as materialized (
        select t.total, case when ($8 - 1)::bigint * $7 < t.total then $8 else 1 end as page
          from (select coalesce(sum(l.products), 0)::integer as total from counted l where %5$s) t)
    select (select coalesce(json_agg(json_build_array(g.category_id, g.allergens_contained, g.allergens_possible, g.unsafe_allergens, g.suitable_for,
                                                      g.is_in_stock, g.products)), '[]') from counted g),
           b.page, b.total, array(select l.id from found l where %5$s order by %6$s l.id limit $7 offset (select (page - 1)::bigint * $7 from bounds)),
           case when b.total > 0 then case %9$s when not %7$s then 'ingredient' when %8$s then 'related' %10$s end end
      from bounds b$q$,
      case when v_is_search then 'materialized' else 'not materialized' end,
      case p_sort
        when 'price-low-to-high' then 'l.price' when 'price-high-to-low' then 'l.price' when 'newest' then 'l.created_at'
        when 'unit-price' then 'l.price_per_kilogram' else 'l.is_best_seller, l.is_featured, l.featured_position, l.name' end,
      search_score_expression(p_plan, p_sort = 'best-match'), v_condition, v_filters,
      case p_sort
        when 'best-match' then case when v_is_search then 'l.score desc, l.is_in_stock desc, l.is_best_seller desc, ' else '' end
          || 'l.is_featured desc, l.featured_position, l.name,'
        when 'price-low-to-high' then 'l.price,' when 'price-high-to-low' then 'l.price desc,' when 'newest' then 'l.created_at desc,'
        when 'unit-price' then 'l.price_per_kilogram nulls last,' else 'l.is_featured desc, l.featured_position, l.name,' end,
      case when p_plan.named_anywhere is null then 'true' else format(v_found_by, v_filters, 'named_anywhere') end,
      -- Within prices and best sellers it is not known what else is for sale.
      case when p_plan.named_throughout is null or p_min_price is not null or p_max_price is not null or p_best_sellers_only then 'false'
           else format(v_found_by, 'true', 'named_anywhere') || ' and not ' || format(v_found_by, 'true', 'named_throughout') end,
      case when p_plan.is_only_begun then $s$ when true then 'beginning' $s$ end,
      case when cardinality(p_plan.uses) > 0 then $s$ else 'dish' $s$ end)
    into counts, page, total, product_ids, found_by
    using p_plan.required, p_min_price, p_max_price, p_category_id, p_free_from, p_suitable_for, p_page_size, p_page, p_plan;
end $$;

-- A page of active products by search, filters and sort order. counts: products per filter choice before the filters. found_by: null,
-- 'ingredient', 'related', 'beginning' or 'dish'. described_ids and nearest_ids: what to show if nothing is found.
drop function if exists public.search_storefront(text, uuid, boolean, integer, integer, boolean, numeric, numeric, text, integer, integer);
create or replace function public.search_storefront(
  p_search text, p_category_id uuid, p_best_sellers_only boolean, p_free_from integer, p_suitable_for integer, p_in_stock_only boolean,
  p_min_price numeric, p_max_price numeric, p_sort text, p_page integer, p_page_size integer)
returns table (
  product_ids uuid[], page integer, total integer, counts json, corrected_search text, nearest_ids uuid[], described_ids uuid[], found_by text)
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off set max_parallel_workers_per_gather = 0 as $$
declare
  v_nearest constant integer := 4;
  v_described constant integer := 8;
  v_words constant text[] := search_words(left(p_search, 200));
  v_typed_plan constant search_plan := case when v_words is not null then plan_search(v_words) end;
  v_plan search_plan := v_typed_plan;
  v_corrected text[];
begin
  -- Checking first whether the words find anything would read the index twice.
  for v_attempt in 1..2 loop
    if v_attempt = 2 then
      v_corrected := correct_search(v_words, v_typed_plan.unmatched);
      v_plan := plan_search(v_corrected);
    end if;
    if v_words is null or v_plan.required is not null then
      select l.product_ids, l.page, l.total, l.counts, l.found_by into product_ids, page, total, counts, found_by
        from list_matches(v_plan, p_category_id, p_best_sellers_only, p_free_from, p_suitable_for, p_in_stock_only,
                          p_min_price, p_max_price, p_sort, p_page, p_page_size) l;
      if v_words is null or json_array_length(counts) > 0 or finds_products(v_plan) then
        corrected_search := array_to_string(coalesce(v_corrected, respell_search(v_words)), ' ');
        return next;
        return;
      end if;
    end if;
  end loop;

  -- Obeys the filters, and suggests nothing similar to what is not wanted: 'pickle without garlic'.
  if not exists (select from unnest(v_words) w (word) where is_without_food(w.word, 'exclusion')) then
    execute format('select array(select l.id from product_listing l
          where l.search_vector @@ $1 and l.unsafe_allergens & $4 = 0 and l.suitable_for & $5 = $5
          order by l.is_in_stock desc, %s desc, l.is_best_seller desc, l.name, l.id limit $2)',
        search_score_expression(v_typed_plan, true, 3))
      into nearest_ids using v_typed_plan.partial, v_nearest, v_typed_plan, p_free_from, p_suitable_for;
    if cardinality(nearest_ids) = 0 then
      nearest_ids := nearest_products(v_words, v_nearest, p_free_from, p_suitable_for);
    end if;
    described_ids := described_products(v_words, v_described, p_free_from, p_suitable_for);
    nearest_ids := array(
      select n.id from unnest(nearest_ids) with ordinality n (id, index) where n.id <> all (described_ids) order by n.index);
  end if;
  product_ids := '{}'; page := 1; total := 0; counts := '[]';
  return next;
end $$;

revoke execute on function
  public.list_matches(search_plan, uuid, boolean, integer, integer, boolean, numeric, numeric, text, integer, integer),
  public.search_storefront(text, uuid, boolean, integer, integer, boolean, numeric, numeric, text, integer, integer) from public;
grant execute on function public.search_storefront(text, uuid, boolean, integer, integer, boolean, numeric, numeric, text, integer, integer)
  to ninth_bend_visitor, ninth_bend_customer, ninth_bend_admin;
