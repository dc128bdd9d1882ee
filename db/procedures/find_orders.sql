-- D26: which orders the owner's search and filter find, newest first, one page of them.
-- Row-level security would keep the text search from its index,
-- so the right to look is asked here and the rows are found with the owner's rights.
create or replace function public.find_orders(p_search text, p_status text, p_page integer, p_page_size integer)
returns table (order_ids uuid[], page integer, total integer)
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  v_text text := lower(btrim(regexp_replace(coalesce(p_search, ''), '\s+', ' ', 'g')));
  v_digits text := regexp_replace(regexp_replace(v_text, '[^0-9+]', '', 'g'), '^(\+44|0044)0?', '0');
  v_id text := replace(ltrim(v_text, '#'), '-', '');
  v_pattern text;
  v_patterns text[];
  v_first uuid;
  v_last uuid;
begin
  if not is_admin() then
    return;
  end if;
  if v_id ~ '^[0-9a-f]{6,32}$' then
    v_first := rpad(v_id, 32, '0')::uuid;
    v_last := rpad(v_id, 32, 'f')::uuid;
  end if;
  v_pattern := regexp_replace(v_text, '([\\%_])', '\\\1', 'g');
  if char_length(v_text) < 3 then
    -- Three letters are the least that the index knows, so one or two are looked for where words begin.
    v_patterns := array['%' || E'\n' || v_pattern || '%', '% ' || v_pattern || '%'];
  elsif v_text ~ '^[+0-9() .-]+$' and char_length(v_digits) >= 3 then
    -- A phone number is found however it was spaced and with or without +44.
    v_patterns := array['%' || v_pattern || '%', '%' || v_digits || '%'];
  else
    v_patterns := array['%' || v_pattern || '%', null];
  end if;

  return query
    with matching as materialized (
      select o.id, row_number() over (order by o.created_at desc, o.id) as place
        from orders o
       where (p_status is null or o.status = p_status)
         and (v_text = '' or o.search_text like v_patterns[1] or o.search_text like v_patterns[2]
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
