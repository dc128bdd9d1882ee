-- Sort keys, directions and source table of a sort order, as constants for dynamic SQL; the ID is the last key.
drop function if exists public.product_sort_keys(text, boolean);
drop function if exists public.product_sort_keys(text, text, boolean);
create function public.product_sort_keys(
  p_sort text, p_show text, p_is_reversed boolean, out source text, out keys text[], out search_text_keys text[], out direction text, out id_direction text)
language plpgsql immutable set search_path = '' as $$
declare
  v_is_descending constant boolean := p_sort in ('name-down', 'price-down', 'stock-down', 'newest');
begin
  -- No index sorts the products with low stock otherwise, and the rows of product_search_text are narrow.
  source := case when p_sort in ('stock', 'stock-down') then 'product_stock_buckets'
                 when p_show = 'low' then 'product_search_text' else 'products' end;
  keys := case
    when p_sort in ('price', 'price-down') then array['p.price'] when p_sort = 'newest' then array['p.created_at']
    -- Larger buckets contain several stock values, so the exact stock is read from products.
    when source = 'product_stock_buckets' then array['p.stock_bucket', 'case when p.stock_bucket >= 32 then (select w.stock from products w where w.id = p.id) end']
    when source = 'product_search_text' then array['p.name']
    else array['lower(p.name) collate "C"'] end;
  search_text_keys := case when p_sort in ('name', 'name-down') then array['p.name'] else keys end;
  direction := case when v_is_descending <> p_is_reversed then 'desc' else 'asc' end;
  id_direction := case when (v_is_descending and p_sort <> 'newest') <> p_is_reversed then 'desc' else 'asc' end;
end $$;

-- A condition on p.id for whether a product is archived. Only products has the column; a partial index has
-- the archived ones.
create or replace function public.archived_condition(p_is_archived boolean) returns text
language sql immutable set search_path = '' as $$
  select format('p.id %s (select a.id from public.products a where a.archived_at is not null)', case when p_is_archived then 'in' else 'not in' end)
$$;

-- The admin's filters as a condition on products, product_stock_buckets or product_search_text; the category is $1.
create or replace function public.product_filter_condition(p_category_id uuid, p_show text, p_source text) returns text
language sql stable set search_path = '' as $$
  select case p_show
    when 'on' then 'p.is_active' when 'off' then 'not p.is_active and ' || public.archived_condition(false)
    when 'archived' then public.archived_condition(true)
    when 'low' then case p_source when 'product_stock_buckets' then public.low_stock_condition('p')
      else 'p.id in (select b.id from public.product_stock_buckets b where ' || public.low_stock_condition('b') || ')' end
      || ' and ' || public.archived_condition(false)
    else public.archived_condition(false) end
  || case when p_category_id is null then '' else ' and p.category_id = $1' end
$$;

-- p_count product IDs after p_before others, counted from either end.
create or replace function public.list_products(
  p_category_id uuid, p_show text, p_sort text, p_is_reversed boolean, p_before integer, p_count integer) returns uuid[]
language plpgsql stable security definer
set search_path = public, pg_temp set jit = off set max_parallel_workers_per_gather = 0 as $$
declare
  v_order constant record := product_sort_keys(p_sort, p_show, p_is_reversed);
  v_filter text := product_filter_condition(p_category_id, p_show, v_order.source);
  v_level integer;
  v_id uuid;
  v_skipped integer := 0;
  v_ids uuid[];
begin
  if not is_manager() then
    return '{}';
  end if;
  if v_order.source = 'product_stock_buckets' then
    -- Sorts only the stock buckets on the page: finds the bucket at the offset, then counts the rows before it.
    execute format('select p.stock_bucket, p.id from product_stock_buckets p where %s order by p.stock_bucket %2$s, p.id %2$s offset $2 limit 1', v_filter, v_order.direction)
      into v_level, v_id using p_category_id, p_before;
    execute format('select $2 - count(*) from product_stock_buckets p where %s and p.stock_bucket = $3 and p.id %s $4', v_filter, case v_order.direction when 'asc' then '<' else '>' end)
      into v_skipped using p_category_id, p_before, v_level, v_id;
    v_filter := format('%s and p.stock_bucket %s $4', v_filter, case v_order.direction when 'asc' then '>=' else '<=' end);
  end if;
  execute format('select array(select p.id from %s p where %s order by %s, p.id %s offset $2 limit $3)', v_order.source, v_filter,
      (select string_agg(key || ' ' || v_order.direction, ', ' order by place) from unnest(v_order.keys) with ordinality k (key, place)), v_order.id_direction)
    into v_ids using p_category_id, p_before - v_skipped, p_count, v_level;
  return v_ids;
end $$;

revoke execute on function public.product_sort_keys(text, text, boolean), public.product_filter_condition(uuid, text, text), public.archived_condition(boolean),
  public.list_products(uuid, text, text, boolean, integer, integer) from public;
