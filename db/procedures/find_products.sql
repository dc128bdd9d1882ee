-- Which products the owner's search and filters find, in the order asked for, one page of them.
-- Row-level security would keep the text search from its index,
-- so the right to look is asked here and the rows are found with the owner's rights.
create or replace function public.find_products(
  p_search text, p_category_id uuid, p_show text, p_sort text, p_page integer, p_page_size integer)
returns table (product_ids uuid[], page integer, total integer)
language plpgsql stable security definer
set search_path = public, pg_temp set jit = off as $$
declare
  v_text text := lower(btrim(regexp_replace(coalesce(p_search, ''), '\s+', ' ', 'g')));
  v_conditions text[] := array['true'];
  v_order text;
begin
  if not is_admin() then
    return;
  end if;
  -- Only texts that stand here become part of the statement; what was typed goes along as a value.
  v_order := case p_sort
    when 'price' then 'p.price, p.id'
    when 'price-down' then 'p.price desc, p.id desc'
    when 'stock' then 'p.stock, p.id'
    when 'stock-down' then 'p.stock desc, p.id desc'
    when 'newest' then 'p.created_at desc, p.id'
    when 'name-down' then 'lower(p.name) collate "C" desc, p.id desc'
    else 'lower(p.name) collate "C", p.id' end;
  if v_text <> '' then
    v_conditions := v_conditions || 'lower(p.name || E''\n'' || p.brand || E''\n'' || p.slug) like $1'::text;
  end if;
  if p_category_id is not null then
    v_conditions := v_conditions || 'p.category_id = $2'::text;
  end if;
  v_conditions := v_conditions || case p_show
    when 'on' then 'p.is_active' when 'off' then 'not p.is_active' when 'low' then 'p.is_low_stock' else 'true' end;

  return query execute format($query$
    with matching as materialized (
      select p.id, row_number() over (order by %1$s) as place from products p where %2$s order by %1$s
       -- Nobody turns four hundred pages: counting stops here, so that the list stays quick however much is sold.
       limit 10000
    ), counted as (
      select count(*)::integer as total,
             case when $3 between 1 and ceil(count(*)::numeric / $4) then $3 else 1 end as page
        from matching
    )
    select coalesce(array_agg(m.id order by m.place) filter (where m.id is not null), '{}'), c.page, c.total
      from counted c left join matching m on m.place > (c.page - 1) * $4 and m.place <= c.page * $4
     group by c.page, c.total$query$, v_order, array_to_string(v_conditions, ' and '))
    using '%' || regexp_replace(v_text, '([\\%_])', '\\\1', 'g') || '%', p_category_id, p_page, p_page_size;
end $$;

revoke execute on function public.find_products(text, uuid, text, text, integer, integer) from public;
grant execute on function public.find_products(text, uuid, text, text, integer, integer) to ninth_bend_admin;
