-- The counts of search_storefront() for a list without search and price.
create or replace function public.count_listing_choices(p_category_id uuid, p_best_sellers_only boolean) returns json
language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off set max_parallel_workers_per_gather = 0 as $$
begin
  return (
    select coalesce(json_agg(json_build_array(g.category_id, g.allergens_contained, g.allergens_possible, g.unsafe_allergens, g.suitable_for, g.is_in_stock, g.products)), '[]')
      from (select l.category_id, l.allergens_contained, l.allergens_possible, l.unsafe_allergens, l.suitable_for, l.is_in_stock, count(*)::integer as products
              from product_listing l where (p_category_id is null or l.category_id = p_category_id) and (not p_best_sellers_only or l.is_best_seller)
             group by 1, 2, 3, 4, 5, 6) g);
end $$;

revoke execute on function public.count_listing_choices(uuid, boolean) from public;
grant execute on function public.count_listing_choices(uuid, boolean) to ninth_bend_visitor, ninth_bend_customer, ninth_bend_admin;
