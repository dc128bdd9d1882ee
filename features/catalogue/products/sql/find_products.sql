-- A page of product IDs by search, filter and sort order; for a search also all IDs, exact SKU or barcode first. Without a match, names of
-- Indian food and typing errors are tried, as for shoppers; near is what was searched then. Checks the administrator itself.
drop function if exists public.find_products(text, uuid, text, text, integer, integer);
create function public.find_products(
  p_search text, p_category_id uuid, p_show text, p_sort text, p_page integer, p_page_size integer)
returns table (product_ids uuid[], page integer, total integer, is_more boolean, all_ids uuid[], near text)
language plpgsql stable security definer
set search_path = public, pg_temp set jit = off set max_parallel_workers_per_gather = 0 as $$
declare
  v_before integer;
  v_after integer;
  v_coded uuid[];
  v_listed uuid[] := '{}';
  v_corrected text;
  v_order constant record := product_sort_keys(p_sort, p_show, false);
begin
  if not is_manager() then
    return;
  end if;
  is_more := false;
  if coalesce(p_search, '') ~ '\S' then
    all_ids := search_products(p_search, p_category_id, p_show, p_sort, max_search_results());
    v_coded := find_product_by_code(p_search);
    if v_coded <> '{}' then
      execute format('select array(select p.id from products p where p.id = any ($2) and %s)', product_filter_condition(p_category_id, p_show, 'products'))
        into v_coded using p_category_id, v_coded;
      all_ids := (v_coded || array(select f.id from unnest(all_ids) with ordinality f (id, place) where f.id <> all (v_coded) order by f.place))[:max_search_results()];
    end if;
    if cardinality(all_ids) = 0 or p_sort = 'best-match' then
      select l.product_ids, l.corrected_search into v_listed, v_corrected
        from search_storefront(p_search, p_category_id, false, 0, 0, false, null, null, 'best-match', 1, max_search_results()) l;
      execute format('select array(select p.id from %s p where p.id = any ($2) and %s order by %s, p.id %s)', v_order.source, product_filter_condition(p_category_id, p_show, v_order.source),
          case when p_sort = 'best-match' then 'array_position($2, p.id)' else array_to_string(v_order.keys, ' ' || v_order.direction || ', ') || ' ' || v_order.direction end, v_order.id_direction)
        into v_listed using p_category_id, v_listed;
    end if;
    if cardinality(all_ids) = 0 then
      near := case when v_listed = '{}' then suggest_search(p_search) else v_corrected end;
      all_ids := case when v_listed = '{}' and near is not null then search_products(near, p_category_id, p_show, p_sort, max_search_results()) else v_listed end;
      near := case when cardinality(all_ids) > 0 then near end;
    elsif p_sort = 'best-match' then
      -- Scanned codes first, then names that contain the text, then what shoppers would find, then the
      -- others.
      all_ids := array(
        select f.id
          from (select distinct on (e.id) e.id, e.rank, e.place
                  from (select c.id, 1 as rank, c.place from unnest(v_coded) with ordinality c (id, place)
                        union all
                        select p.id, case when strpos(lower(p.name), lower(btrim(p_search))) > 0 then 2 else 4 end, m.place from unnest(all_ids) with ordinality m (id, place) join products p on p.id = m.id
                        union all
                        select l.id, 3, l.place from unnest(v_listed) with ordinality l (id, place)) e
                 order by e.id, e.rank) f
         order by f.rank, f.place limit max_search_results());
    end if;
    total := cardinality(all_ids);
    is_more := total = max_search_results();
  else
    total := count_products(p_category_id, p_show);
  end if;
  select l.page, l.before, l.after into page, v_before, v_after from page_bounds(total, p_page, p_page_size) l;

  if all_ids is not null then
    product_ids := all_ids[v_before + 1 : least(v_before + p_page_size, total)];
  elsif v_before <= v_after then
    product_ids := list_products(p_category_id, p_show, p_sort, false, v_before, p_page_size);
  else
    -- Pages nearer to the end are read from there.
    product_ids := array(select last.id
      from unnest(list_products(p_category_id, p_show, p_sort, true, v_after, total - v_before - v_after)) with ordinality last (id, place)
     order by last.place desc);
  end if;
  return next;
end $$;

revoke execute on function public.find_products(text, uuid, text, text, integer, integer) from public;
grant execute on function public.find_products(text, uuid, text, text, integer, integer) to ninth_bend_admin;
