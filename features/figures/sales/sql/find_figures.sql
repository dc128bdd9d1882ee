-- The figures of a range of London days, in pence, from one snapshot (docs/requirements/figures.md); null if the actor may not read them.
-- Sales: orders placed in the range, without cancelled ones; refunds: made in it; payments: delivered in it. p_limit null: all products.
create or replace function public.find_figures(p_first_day date, p_last_day date, p_with_products boolean, p_limit integer)
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
  v_days jsonb;
  v_vat jsonb;
  v_refunds jsonb;
  v_door jsonb;
  v_products jsonb := '{}';
begin
  if not public.is_manager() then
    return null;
  end if;

  with fresh as (
    select missing.day, count(o.id)::integer as orders, coalesce(sum(o.total_amount) * 100, 0)::bigint as pence,
           coalesce(sum(o.delivery_charge) * 100, 0)::bigint as delivery_pence
      from unnest(v_fresh_days) as missing (day)
      left join lateral (
        select o.id, o.total_amount, o.delivery_charge from public.orders o
         where o.created_at >= (missing.day::timestamp at time zone 'Europe/London')
           and o.created_at < ((missing.day + 1)::timestamp at time zone 'Europe/London') and o.status <> 'cancelled'
        offset 0) o on true
     group by missing.day
  ), refunded as (
    select (r.at at time zone 'Europe/London')::date as day, sum(r.amount) * 100 as pence
      from public.refunds r where r.at >= v_from and r.at < v_to group by 1
  ), sold as (
    select s.day, s.orders, s.pence, s.delivery_pence from public.daily_sales s where s.day between p_first_day and v_last_day
    union all
    select f.day, f.orders, f.pence, f.delivery_pence from fresh f
  )
  select coalesce(jsonb_agg(jsonb_build_object('day', s.day, 'orders', s.orders, 'pence', s.pence, 'delivery_pence', s.delivery_pence,
           'refund_pence', coalesce(r.pence, 0)::bigint) order by s.day), '[]')
    into v_days from sold s left join refunded r on r.day = s.day;

  with sold as (
    select v.vat_rate, v.pence, v.delivery_pence, v.vat_pence, 0::bigint as refund_pence, 0::bigint as refund_vat_pence
      from public.daily_vat_sales v where v.day between p_first_day and v_last_day
    union all
    select v.vat_rate, v.pence, v.delivery_pence, v.vat_pence, 0, 0 from public.sum_vat_sales(v_fresh_days) v
    union all
    select v.vat_rate, 0, 0, 0, v.pence, v.vat_pence from public.sum_vat_refunds(v_from, v_to) v
  ), summed as (
    select s.vat_rate, sum(s.pence) as pence, sum(s.delivery_pence) as delivery_pence, sum(s.vat_pence) as vat_pence,
           sum(s.refund_pence) as refund_pence, sum(s.refund_vat_pence) as refund_vat_pence
      from sold s group by s.vat_rate
  )
  select coalesce(jsonb_agg(to_jsonb(s) order by s.vat_rate desc nulls last), '[]') into v_vat from summed s;

  select jsonb_build_object(
           'methods', coalesce((
             select jsonb_agg(jsonb_build_object('method', m.method, 'refunds', m.refunds, 'pence', m.pence) order by m.method)
               from (select r.method, count(*) as refunds, (sum(r.amount) * 100)::bigint as pence
                       from public.refunds r where r.at >= v_from and r.at < v_to group by r.method) m), '[]'),
           'cancelled_pence', coalesce((
             select (sum(r.amount) * 100)::bigint from public.refunds r
              cross join lateral (select from public.orders o where o.id = r.order_id and o.status = 'cancelled' offset 0) o
              where r.at >= v_from and r.at < v_to), 0))
    into v_refunds;

  select coalesce(jsonb_agg(jsonb_build_object('payment', d.door_payment, 'orders', d.orders, 'pence', d.pence) order by d.door_payment), '[]')
    into v_door
    from (select o.door_payment, count(*) as orders, (sum(o.total_amount) * 100)::bigint as pence
            from public.orders o where o.actual_delivery >= v_from and o.actual_delivery < v_to group by o.door_payment) d;

  if p_with_products then
    with cached as (
      select k.product_id, sum(k.quantity)::bigint as quantity, sum(k.pence)::bigint as pence
        -- `offset 0` forces a scan or sort by product; the planner would hash all days.
        from (select k.product_id, k.quantity, k.pence from public.daily_product_sales k
               where k.day between p_first_day and v_last_day order by k.product_id offset 0) k
       group by k.product_id
    ), fresh as (
      select i.product_id, sum(i.quantity)::bigint as quantity, (sum(i.subtotal) * 100)::bigint as pence
        from unnest(v_fresh_days) as missing (day)
       cross join lateral (
         select o.id from public.orders o
          where o.created_at >= (missing.day::timestamp at time zone 'Europe/London')
            and o.created_at < ((missing.day + 1)::timestamp at time zone 'Europe/London') and o.status <> 'cancelled'
         offset 0) placed
       cross join lateral (select i.product_id, i.quantity, i.subtotal from public.order_items i where i.order_id = placed.id offset 0) i
       group by i.product_id
    ), refunded as (
      select i.product_id, sum(l.quantity) as quantity, (sum(l.amount) * 100)::bigint as pence
        from public.refunds r
       cross join lateral (select from public.orders o where o.id = r.order_id and o.status <> 'cancelled' offset 0) o
        join public.refund_lines l on l.refund_id = r.id join public.order_items i on i.id = l.order_item_id
       where r.at >= v_from and r.at < v_to group by i.product_id
    ), product as materialized (
      -- One index has names and categories; other columns are read only for the returned products.
      select p.id as product_id, p.name, p.category_id, b.quantity, b.pence, b.refunded_quantity, b.refund_pence
        from (select product_id, coalesce(c.quantity, 0) + coalesce(f.quantity, 0) as quantity, coalesce(c.pence, 0) + coalesce(f.pence, 0) as pence,
                     coalesce(r.quantity, 0) as refunded_quantity, coalesce(r.pence, 0) as refund_pence
                from cached c full join fresh f using (product_id) full join refunded r using (product_id)) b
        join public.products p on p.id = b.product_id
    )
    select jsonb_build_object(
             'product_count', (select count(*) from product),
             'products', coalesce((
               select jsonb_agg(to_jsonb(b) - 'category_id' || jsonb_build_object('vat_rate', p.vat_rate, 'category', c.name)
                        order by b.pence desc, b.name, b.product_id)
                 from (select p.* from product p order by p.pence desc, p.name, p.product_id limit p_limit) b
                 join public.products p on p.id = b.product_id join public.categories c on c.id = b.category_id), '[]'),
             'categories', coalesce((
               select jsonb_agg(to_jsonb(g) - 'category_id' || jsonb_build_object('name', c.name) order by g.pence desc, c.name)
                 from (select p.category_id, sum(p.quantity) as quantity, sum(p.pence) as pence, sum(p.refunded_quantity) as refunded_quantity,
                              sum(p.refund_pence) as refund_pence
                         from product p group by p.category_id) g
                 join public.categories c on c.id = g.category_id), '[]'))
      into v_products;
  end if;
  return jsonb_build_object('days', v_days, 'vat', v_vat, 'refunds', v_refunds, 'door', v_door) || v_products;
end $$;

revoke execute on function public.find_figures(date, date, boolean, integer) from public;
grant execute on function public.find_figures(date, date, boolean, integer) to ninth_bend_admin;
