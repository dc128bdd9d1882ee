-- Suggestions while somebody types: products, and categories by name.
create or replace function public.suggest_products(p_search text, p_limit integer)
returns table (product_ids uuid[], category_ids uuid[], corrected_search text)
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off set max_parallel_workers_per_gather = 0 as $$
declare
  v_max_categories constant integer := 3;
  v_max_ranked constant integer := 1000;
  v_words text[] := coalesce(search_words(left(p_search, 200)), '{}');
  v_plan search_plan := plan_search(v_words);
  v_corrected text[];
begin
  product_ids := '{}';
  if v_plan.required is null then
    v_corrected := correct_search(v_words, v_plan.unmatched);
    if v_corrected is not null then
      v_plan := plan_search(v_corrected);
      corrected_search := array_to_string(v_corrected, ' ');
    end if;
  end if;
  corrected_search := coalesce(corrected_search, array_to_string(respell_search(v_words), ' '));
  if v_plan.required is not null then
    execute format('select array(
        select l.id from (select l.* from product_listing l
                           where l.search_vector @@ $1 and (($3).broad is null or l.name_vector @@ ($3).broad) limit $4) l
         order by %s desc, l.is_in_stock desc, l.is_best_seller desc, l.is_featured desc, l.featured_position, l.name, l.id limit $2)',
        search_score_expression(v_plan, true, 3))
      into product_ids using v_plan.required, p_limit, v_plan, v_max_ranked;
  end if;
  if cardinality(product_ids) = 0 then
    corrected_search := null;
  end if;
  category_ids := array(
    select c.id from categories c join category_counts k on k.category_id = c.id
     where k.products > 0 and weighted_stems(c.name, 0, 'A', true) @@ any_of(v_plan.named || v_plan.literal)
     order by c.position, lower(c.name) collate "C", c.id limit v_max_categories);
  return next;
end $$;

revoke execute on function public.suggest_products(text, integer) from public;
grant execute on function public.suggest_products(text, integer) to ninth_bend_visitor, ninth_bend_customer, ninth_bend_admin;
