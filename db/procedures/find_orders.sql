-- D26: which orders the owner's search and filter find, newest first, one page of them.
-- Row-level security would keep the text search from its index,
-- so the right to look is asked here and the rows are found with the owner's rights.
create or replace function public.find_orders(p_search text, p_status text, p_page integer, p_page_size integer)
returns table (order_ids uuid[], page integer, total integer)
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  v_patterns text[];
  v_first uuid;
  v_last uuid;
begin
  if not is_admin() then
    return;
  end if;
  select t.patterns, t.first_id, t.last_id into v_patterns, v_first, v_last from order_search_terms(p_search) t;
  return query
    with matching as materialized (
      select o.id, row_number() over (order by o.created_at desc, o.id) as place
        from orders o
       where (p_status is null or o.status = p_status)
         and (v_patterns is null or o.search_text like v_patterns[1] or o.search_text like v_patterns[2]
              or o.id between v_first and v_last)
       order by o.created_at desc, o.id
       -- Nobody turns four hundred pages: counting stops here, so that the list stays quick whatever was ever sold.
       limit 10000
    ), counted as (
      select count(*)::integer as total,
             case when p_page between 1 and ceil(count(*)::numeric / p_page_size) then p_page else 1 end as page
        from matching
    )
    select coalesce(array_agg(m.id order by m.place) filter (where m.id is not null), '{}'), c.page, c.total
      from counted c left join matching m on m.place > (c.page - 1) * p_page_size and m.place <= c.page * p_page_size
     group by c.page, c.total;
end $$;

revoke execute on function public.find_orders(text, text, integer, integer) from public;
grant execute on function public.find_orders(text, text, integer, integer) to ninth_bend_admin;
