-- Number of products that match the admin's filters. category_counts has the active ones; the few inactive
-- ones are counted.
create or replace function public.count_products(p_category_id uuid, p_show text) returns integer
language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set max_parallel_workers_per_gather = 0 as $$
declare
  v_low integer;
  v_archived integer;
begin
  if not is_manager() then
    return 0;
  elsif p_show = 'low' then
    execute format('select count(*) from product_stock_buckets p where %s and ($1 is null or p.category_id = $1) and %s', low_stock_condition('p'), archived_condition(false))
      into v_low using p_category_id;
    return v_low;
  end if;
  select count(*) into v_archived from products p where p.archived_at is not null and (p_category_id is null or p.category_id = p_category_id);
  if p_show = 'archived' then
    return v_archived;
  end if;
  -- Archived products are inactive.
  return
    case when p_show = 'off' then 0
         else coalesce((select sum(c.products) from category_counts c where p_category_id is null or c.category_id = p_category_id), 0) end
    + case when p_show = 'on' then 0
           else (select count(*) from products p where not p.is_active and (p_category_id is null or p.category_id = p_category_id)) - v_archived end;
end $$;

revoke execute on function public.count_products(uuid, text) from public;
grant execute on function public.count_products(uuid, text) to ninth_bend_admin;
