-- One page of product IDs by search, filter and sort order; for a search also all IDs, first those whose SKU or barcode it is.
-- near: the suggestion used if nothing matched.
-- Checks the administrator itself, because row-level security would prevent the text search from using its index.
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
    if cardinality(all_ids) = 0 then
      near := suggest_search(p_search);
      if near is not null then
        all_ids := search_products(near, p_category_id, p_show, p_sort, max_search_results());
        near := case when cardinality(all_ids) > 0 then near end;
      end if;
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
    -- Nearer to the end it is faster to read from there.
    product_ids := array(select last.id
      from unnest(list_products(p_category_id, p_show, p_sort, true, v_after, total - v_before - v_after)) with ordinality last (id, place)
     order by last.place desc);
  end if;
  return next;
end $$;

revoke execute on function public.find_products(text, uuid, text, text, integer, integer) from public;
grant execute on function public.find_products(text, uuid, text, text, integer, integer) to ninth_bend_admin;
