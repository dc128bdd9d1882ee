-- Whether an order has each word in its own text or a product name. Packers cannot search by email.
create or replace function public.order_has_words(p_order_id uuid, p_search_text text, p_with_email boolean, p_words text[]) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select not exists (
    select from unnest(p_words) as word (pattern)
     where readable_search_text(p_search_text, p_with_email) not like word.pattern
       and not exists (select from order_items i join product_search_text w on w.id = i.product_id
                        where i.order_id = p_order_id and strip_apostrophes(w.name) like word.pattern))
$$;

-- Orders with some words in their text and others in a product name, such as "anita tea", newest first. Used
-- if nothing else finds an order; reads the orders of the rarest word.
create or replace function public.search_orders_by_words(p_search text, p_status text, p_limit integer) returns uuid[]
language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  v_words constant text[] := (select t.word_patterns[3:] from parse_order_search(p_search) t);
  v_with_email constant boolean := is_manager();
  v_word text;
  v_ids uuid[];
  v_rarest uuid[];
begin
  if v_words is null then
    return '{}';
  end if;
  -- Shorter words occur in most orders.
  for v_word in select w from (select distinct regexp_split_to_table(btrim(p_search), '\s+') as w) words where char_length(w) >= 3 loop
    v_ids := array(
      select unnest(search_orders_by_text(v_word, p_status, p_limit, false))
       union
      select unnest(search_orders_by_product((select t.product_pattern from parse_order_search(v_word) t), p_status, p_limit)));
    if v_rarest is null or cardinality(v_ids) < cardinality(v_rarest) then
      v_rarest := v_ids;
    end if;
    exit when v_rarest = '{}';
  end loop;
  return array(
    select o.id from orders o
     where o.id = any (v_rarest) and order_has_words(o.id, o.search_text, v_with_email, v_words)
     order by o.created_at desc, o.id limit p_limit);
end $$;

revoke execute on function public.order_has_words(uuid, text, boolean, text[]), public.search_orders_by_words(text, text, integer) from public;
