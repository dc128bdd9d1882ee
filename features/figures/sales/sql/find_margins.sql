-- The margins of a range of London days, in pence, from one snapshot (ADR-73); null if the actor may not read
-- them. Sales and refunds as in find_figures(). p_limit: products by margin, unknown ones last; null: all.
create or replace function public.find_margins(p_first_day date, p_last_day date, p_limit integer)
returns jsonb language plpgsql stable security definer
set search_path = '' set jit = off set work_mem = '64MB' set plan_cache_mode = force_custom_plan as $$
declare
  v_from constant timestamptz := p_first_day::timestamp at time zone 'Europe/London';
  v_to constant timestamptz := (p_last_day + 1)::timestamp at time zone 'Europe/London';
  -- There are no orders after today.
  v_last_day constant date := least(p_last_day, (now() at time zone 'Europe/London')::date);
  v_fresh_days constant date[] := array(
    select d::date from generate_series(p_first_day, v_last_day, interval '1 day') d
     where not exists (select from public.daily_sales s where s.day = d::date));
begin
  if not public.is_manager() then
    return null;
  end if;
  -- Without a known cost nothing else is read.
  if not exists (select from public.daily_product_costs k where k.day between p_first_day and v_last_day)
     and not exists (select from public.sum_costed_sales(v_fresh_days)) and not exists (select from public.sum_costed_refunds(v_from, v_to)) then
    return jsonb_build_object('product_count', 0, 'products', '[]'::jsonb, 'categories', '[]'::jsonb);
  end if;
  return (
    with fresh as materialized (
      select f.product_id, sum(f.quantity)::bigint as quantity, sum(f.costed_quantity)::bigint as costed_quantity,
             sum(f.costed_pence)::bigint as costed_pence, sum(f.cost_pence)::bigint as cost_pence
        from (
          select i.product_id, i.quantity, 0 as costed_quantity, 0 as costed_pence, 0 as cost_pence
            from unnest(v_fresh_days) as missing (day)
           cross join lateral (
             select o.id from public.orders o
              where o.created_at >= (missing.day::timestamp at time zone 'Europe/London')
                and o.created_at < ((missing.day + 1)::timestamp at time zone 'Europe/London') and o.status <> 'cancelled'
             offset 0) placed
           cross join lateral (select i.product_id, i.quantity from public.order_items i where i.order_id = placed.id offset 0) i
          union all
          select s.product_id, 0, s.quantity, s.pence, s.cost_pence from public.sum_costed_sales(v_fresh_days) s
          union all
          select r.product_id, 0, 0, -r.pence, -r.cost_pence from public.sum_costed_refunds(v_from, v_to) r) f
       group by f.product_id
    ), cached as (
      select s.product_id, s.quantity, c.quantity as costed_quantity, c.pence as costed_pence, c.cost_pence
        -- `offset 0` forces a scan by product; the planner would hash all days.
        from (select k.product_id, sum(k.quantity) as quantity
                from (select k.product_id, k.quantity from public.daily_product_sales k
                       where k.day between p_first_day and v_last_day order by k.product_id offset 0) k
               group by k.product_id) s
        left join (select k.product_id, sum(k.quantity) as quantity, sum(k.pence)::bigint as pence, sum(k.cost_pence)::bigint as cost_pence
                     from (select k.product_id, k.quantity, k.pence, k.cost_pence from public.daily_product_costs k
                            where k.day between p_first_day and v_last_day order by k.product_id offset 0) k
                    group by k.product_id) c
          on c.product_id = s.product_id
    ), product as materialized (
      -- Each side has a product once, so nothing is grouped again.
      select p.id as product_id, p.name, p.category_id,
             coalesce(c.quantity, 0) + coalesce(f.quantity, 0) as quantity, coalesce(c.costed_quantity, 0) + coalesce(f.costed_quantity, 0) as costed_quantity,
             coalesce(c.costed_pence, 0) + coalesce(f.costed_pence, 0) as costed_pence, coalesce(c.cost_pence, 0) + coalesce(f.cost_pence, 0) as cost_pence
        from cached c full join fresh f on f.product_id = c.product_id
        join public.products p on p.id = coalesce(c.product_id, f.product_id)
    )
    select jsonb_build_object(
             'product_count', (select count(*) from product),
             'products', coalesce((
               select jsonb_agg(to_jsonb(b) - 'category_id' || jsonb_build_object('category', c.name)
                        order by b.costed_quantity = 0, b.costed_pence - b.cost_pence desc, b.name, b.product_id)
                 from (select p.* from product p
                        order by p.costed_quantity = 0, p.costed_pence - p.cost_pence desc, p.name, p.product_id limit p_limit) b
                 join public.categories c on c.id = b.category_id), '[]'),
             'categories', coalesce((
               select jsonb_agg(to_jsonb(g) - 'category_id' || jsonb_build_object('name', c.name)
                        order by g.costed_quantity = 0, g.costed_pence - g.cost_pence desc, c.name)
                 from (select p.category_id, sum(p.quantity) as quantity, sum(p.costed_quantity) as costed_quantity,
                              sum(p.costed_pence) as costed_pence, sum(p.cost_pence) as cost_pence
                         from product p group by p.category_id) g
                 join public.categories c on c.id = g.category_id), '[]')));
end $$;

revoke execute on function public.find_margins(date, date, integer) from public;
grant execute on function public.find_margins(date, date, integer) to ninth_bend_admin;
