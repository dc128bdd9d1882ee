-- The margins of a range of London days, in pence, from one snapshot (ADR-73); null if the actor may not read them. Sales and
-- refunds are those of find_figures(). p_limit: so many products, the highest margin first and unknown ones last; null: all. Nothing if no cost is known.
create or replace function public.find_margins(p_first_day date, p_last_day date, p_limit integer)
returns jsonb language plpgsql stable security definer
set search_path = '' set jit = off set work_mem = '64MB' set plan_cache_mode = force_custom_plan as $$
declare
  v_from constant timestamptz := p_first_day::timestamp at time zone 'Europe/London';
  v_to constant timestamptz := (p_last_day + 1)::timestamp at time zone 'Europe/London';
  -- Days after today have no orders.
  v_last_day constant date := least(p_last_day, (now() at time zone 'Europe/London')::date);
  v_fresh_days constant date[] := array(
    select d::date from generate_series(p_first_day, v_last_day, interval '1 day') d
     where not exists (select from public.daily_sales s where s.day = d::date));
begin
  if not public.is_manager() then
    return null;
  end if;
  return (
    with fresh as materialized (
      select s.product_id, s.quantity, s.pence, s.cost_pence from public.sum_costed_sales(v_fresh_days) s
      union all
      select r.product_id, 0, -r.pence, -r.cost_pence from public.sum_costed_refunds(v_from, v_to) r
    ), known as (
      select exists (select from public.daily_product_costs k where k.day between p_first_day and v_last_day) or exists (select from fresh) as is_known
    ), summed as (
      select s.product_id, s.quantity, coalesce(c.quantity, 0) as costed_quantity, coalesce(c.pence, 0) as costed_pence, coalesce(c.cost_pence, 0) as cost_pence
        -- `offset 0` forces a scan in the order of the products; the planner would hash all days.
        from (select k.product_id, sum(k.quantity)::bigint as quantity
                from (select k.product_id, k.quantity from public.daily_product_sales k
                       where k.day between p_first_day and v_last_day and (select is_known from known) order by k.product_id offset 0) k
               group by k.product_id) s
        left join (select k.product_id, sum(k.quantity)::bigint as quantity, sum(k.pence)::bigint as pence, sum(k.cost_pence)::bigint as cost_pence
                     from (select k.product_id, k.quantity, k.pence, k.cost_pence from public.daily_product_costs k
                            where k.day between p_first_day and v_last_day order by k.product_id offset 0) k
                    group by k.product_id) c
          on c.product_id = s.product_id
      union all
      select i.product_id, sum(i.quantity)::bigint, 0, 0, 0
        from unnest(v_fresh_days) as missing (day)
       cross join lateral (
         select o.id from public.orders o
          where o.created_at >= (missing.day::timestamp at time zone 'Europe/London')
            and o.created_at < ((missing.day + 1)::timestamp at time zone 'Europe/London') and o.status <> 'cancelled'
         offset 0) placed
       cross join lateral (select i.product_id, i.quantity from public.order_items i where i.order_id = placed.id offset 0) i
       where (select is_known from known)
       group by i.product_id
      union all
      select f.product_id, 0, f.quantity, f.pence, f.cost_pence from fresh f
    ), product as materialized (
      select p.id as product_id, p.name, p.category_id, sum(s.quantity)::bigint as quantity, sum(s.costed_quantity)::bigint as costed_quantity,
             sum(s.costed_pence)::bigint as costed_pence, sum(s.cost_pence)::bigint as cost_pence
        from summed s join public.products p on p.id = s.product_id
       group by p.id
    )
    select jsonb_build_object(
             'product_count', (select count(*) from product),
             'products', coalesce((
               select jsonb_agg(to_jsonb(b) - 'category_id' order by b.costed_quantity = 0, b.costed_pence - b.cost_pence desc, b.name, b.product_id)
                 from (select p.*, c.name as category from product p join public.categories c on c.id = p.category_id
                        order by p.costed_quantity = 0, p.costed_pence - p.cost_pence desc, p.name, p.product_id limit p_limit) b), '[]'),
             'categories', coalesce((
               select jsonb_agg(to_jsonb(g) order by g.costed_quantity = 0, g.costed_pence - g.cost_pence desc, g.name)
                 from (select c.name, sum(p.quantity) as quantity, sum(p.costed_quantity) as costed_quantity,
                              sum(p.costed_pence) as costed_pence, sum(p.cost_pence) as cost_pence
                         from product p join public.categories c on c.id = p.category_id group by c.id) g), '[]')));
end $$;

revoke execute on function public.find_margins(date, date, integer) from public;
grant execute on function public.find_margins(date, date, integer) to ninth_bend_admin;
