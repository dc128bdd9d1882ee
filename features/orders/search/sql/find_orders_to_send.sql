-- Sort key of the dispatch deadline: standard orders by when they were placed, express orders before all
-- others of the same deadline.
create or replace function public.dispatch_order(p_created_at timestamptz, p_dispatch_day date) returns timestamptz
language sql immutable parallel safe
return coalesce((p_dispatch_day - 1)::timestamp at time zone 'Europe/London', p_created_at);

-- Orders that await dispatch and match a search. They are few, so all are read.
drop function if exists public.list_orders_to_send(text);
create function public.list_orders_to_send(p_search text) returns table (id uuid, dispatch_order timestamptz)
language plpgsql stable
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off set max_parallel_workers_per_gather = 0 as $$
declare
  v_terms record;
  v_words text[];
  v_amount constant numeric := searched_amount(p_search);
  v_with_email constant boolean := is_manager();
begin
  if v_amount is not null then
    return query select o.id, dispatch_order(o.created_at, o.dispatch_day) from orders o
      where o.status in ('pending', 'processing') and o.total_amount = v_amount;
    return;
  end if;
  if coalesce(p_search, '') !~ '\S' then
    return query select o.id, dispatch_order(o.created_at, o.dispatch_day) from orders o where o.status in ('pending', 'processing');
    return;
  end if;
  select * into v_terms from parse_order_search(p_search);
  -- If there is no such product, the items of orders are not read.
  if not exists (select from product_search_text w where w.name like v_terms.product_pattern) then
    v_terms.product_pattern := null;
  end if;
  v_words := v_terms.word_patterns[3:];
  loop
    -- "offset 0" prevents a plan that reads the items of all orders.
    return query
      with to_send as materialized (
        select o.id, dispatch_order(o.created_at, o.dispatch_day) as at, o.search_text from orders o where o.status in ('pending', 'processing'))
      select o.id, o.at from to_send o
       where order_matches_search(o.search_text, v_with_email, o.id, v_terms.patterns, v_terms.index_patterns, v_terms.first_id, v_terms.last_id)
          or (v_terms.product_pattern is not null and exists (
               select from order_items i join product_search_text w on w.id = i.product_id
                where i.order_id = o.id and w.name like v_terms.product_pattern offset 0));
    exit when found;
    if v_terms.word_patterns is null then
      return query
        select o.id, dispatch_order(o.created_at, o.dispatch_day) from orders o
         where v_words is not null and o.status in ('pending', 'processing') and order_has_words(o.id, o.search_text, v_with_email, v_words);
      exit;
    end if;
    -- If the whole text finds nothing, each word is searched.
    v_terms.patterns := v_terms.word_patterns;
    v_terms.index_patterns := v_terms.word_index_patterns;
    v_terms.product_pattern := null;
    v_terms.word_patterns := null;
  end loop;
end $$;

-- A page of them, the earliest deadline first.
create or replace function public.find_orders_to_send(p_search text, p_page integer, p_page_size integer)
returns table (order_ids uuid[], page integer, total integer, is_more boolean, newest timestamptz, oldest timestamptz)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_ids uuid[] := array(select l.id from list_orders_to_send(p_search) l order by l.dispatch_order, l.id desc);
  v_before integer;
begin
  total := cardinality(v_ids);
  is_more := false;
  select b.page, b.before into page, v_before from page_bounds(total, p_page, p_page_size) b;
  order_ids := v_ids[v_before + 1 : v_before + p_page_size];
  return next;
end $$;

revoke execute on function
  public.dispatch_order(timestamptz, date), public.list_orders_to_send(text), public.find_orders_to_send(text, integer, integer) from public;
grant execute on function public.dispatch_order(timestamptz, date) to ninth_bend_admin, ninth_bend_packer, ninth_bend_worker;
