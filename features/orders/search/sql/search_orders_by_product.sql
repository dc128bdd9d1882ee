-- At most p_limit IDs of orders with a matching product name, newest first: rare products through the ledger, frequent ones by scanning.
-- `in (select unnest(…)) is true` and `offset 0` keep the planner from looking up each product in every order.
create or replace function public.search_orders_by_product(p_pattern text, p_status text, p_limit integer) returns uuid[]
language plpgsql stable
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off set max_parallel_workers_per_gather = 0 as $$
declare
  v_max_products constant integer := 6000;
  v_max_sales constant numeric := 15000;
  -- How much of the ledger is read first, next and last, relative to the estimate. The newest orders are not
  -- delivered yet.
  v_margins constant numeric[] := array[case when p_status is null then 1.7 else 2.4 end, 3.5, null];
  -- Cost of looking up one product relative to the next row of the ledger.
  v_lookup_cost constant integer := 20;
  v_reads_range boolean;
  v_product_ids uuid[];
  v_is_known boolean;
  v_products numeric;
  v_newest bigint;
  v_from bigint;
  v_margin numeric;
  v_scan_limit integer;
  v_scanned integer;
  v_ids uuid[];
begin
  if p_pattern is null then
    return '{}';
  end if;
  v_product_ids := array(select w.id from product_search_text w where w.name like p_pattern limit v_max_products + 1);
  if cardinality(v_product_ids) = 0 then
    return '{}';
  end if;
  v_is_known := cardinality(v_product_ids) <= v_max_products;
  v_products := greatest((select sum(c.products) from category_counts c), cardinality(v_product_ids), 1);
  v_newest := coalesce((select max(a.id) from inventory_adjustments a), 0);

  if v_is_known
     and (p_status is null or p_status = 'delivered' or v_newest * cardinality(v_product_ids) / v_products <= v_max_sales) then
    foreach v_margin in array v_margins loop
      v_from := case when p_status is null or p_status = 'delivered'
        then greatest(v_newest - coalesce(ceil(v_margin * p_limit * v_products / cardinality(v_product_ids)), v_newest), 0) else 0 end;
      if v_from < v_newest / 2 then
        v_from := 0;
      end if;
      v_reads_range := v_newest - v_from < cardinality(v_product_ids) * v_lookup_cost;
      v_ids := array(
        with sold as materialized (
          select distinct s.order_id
            from unnest(v_product_ids) as product (id)
           cross join lateral (
             select a.order_id from inventory_adjustments a
              where a.product_id = product.id and a.id >= v_from and a.action_type = 'order_placed' offset 0) s
           where not v_reads_range
          union
          select a.order_id from inventory_adjustments a
           where v_reads_range and a.id >= v_from and a.action_type = 'order_placed' and (a.product_id in (select unnest(v_product_ids))) is true)
        select o.id from sold join orders o on o.id = sold.order_id
         where (p_status is null or o.status = p_status)
           and exists (select from order_items i where i.order_id = o.id and (i.product_id in (select unnest(v_product_ids))) is true offset 0)
         order by o.created_at desc, o.id limit p_limit);
      if v_from = 0 or cardinality(v_ids) = p_limit then
        return v_ids;
      end if;
    end loop;
  end if;

  foreach v_scan_limit in array array[4 * p_limit, 16 * p_limit, null] loop
    with looked as materialized (
      select o.id, o.created_at from orders o
       where p_status is null or o.status = p_status order by o.created_at desc, o.id limit v_scan_limit)
    select array(select l.id from looked l
        where case when v_is_known
          then exists (select from order_items i where i.order_id = l.id and (i.product_id in (select unnest(v_product_ids))) is true)
          else exists (select from order_items i join product_search_text w on w.id = i.product_id where i.order_id = l.id and w.name like p_pattern) end
        order by l.created_at desc, l.id limit p_limit), (select count(*) from looked)
      into v_ids, v_scanned;
    if v_scan_limit is null or v_scanned < v_scan_limit or cardinality(v_ids) = p_limit then
      return v_ids;
    end if;
  end loop;
end $$;

revoke execute on function public.search_orders_by_product(text, text, integer) from public;
