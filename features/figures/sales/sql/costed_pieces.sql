-- Units whose cost is known: those of batches with a unit cost. Other units are in no sum (ADR-73).

-- Days and products with such units, without cancelled orders: how many, their sales without VAT, their cost.
create or replace function public.sum_costed_sales(p_days date[])
returns table (day date, product_id uuid, quantity integer, pence bigint, cost_pence bigint)
language sql stable set search_path = '' set jit = off as $$
  select missing.day, i.product_id, sum(taken.quantity)::integer,
         (sum(i.price * taken.quantity - public.vat_included(i.price * taken.quantity, i.vat_rate)) * 100)::bigint, (sum(taken.cost) * 100)::bigint
    from unnest(p_days) as missing (day)
   -- `offset 0` forces a nested loop per day; the planner would scan all orders and items.
   cross join lateral (
     select o.id from public.orders o
      where o.created_at >= (missing.day::timestamp at time zone 'Europe/London')
        and o.created_at < ((missing.day + 1)::timestamp at time zone 'Europe/London') and o.status <> 'cancelled'
     offset 0) placed
   cross join lateral (
     select b.product_id, -sum(m.quantity_change) as quantity, -sum(m.quantity_change * b.unit_cost) as cost
       from public.batch_movements m join public.product_batches b on b.id = m.batch_id
      where m.order_id = placed.id and b.unit_cost is not null
        -- Units that a refund returned were sold nevertheless.
        and (m.quantity_change < 0 or not exists (
              select from public.inventory_adjustments a where a.id = m.adjustment_id and a.refund_id is not null))
      group by b.product_id
     offset 0) taken
    join public.order_items i on i.order_id = placed.id and i.product_id = taken.product_id
   where taken.quantity > 0
   group by 1, 2
$$;

-- Refunds of such units, without VAT, and the cost of restocked ones. Which units were refunded follows from
-- the stock, otherwise from the order in which move_batches() would take them back.
create or replace function public.sum_costed_refunds(p_from timestamptz, p_to timestamptz)
returns table (product_id uuid, pence bigint, cost_pence bigint)
language sql stable set search_path = '' set jit = off as $$
  -- `offset 0` forces look-ups by order; the planner would scan all orders, or the returned units once per
  -- refund.
  with refunded as materialized (
    select distinct r.order_id from public.refunds r
     cross join lateral (select from public.orders o where o.id = r.order_id and o.status <> 'cancelled' offset 0) o
     where r.at >= p_from and r.at < p_to
  ), step as (
    -- All refunds of these lines, because earlier ones may be from an earlier period.
    select l.at, l.refund_id, i.id as item_id, i.product_id, i.price, i.vat_rate, back.cost,
           least(sold.quantity, sum(l.quantity - back.uncosted) over (partition by i.id order by l.at, l.refund_id)) as upto
      from refunded o
     cross join lateral (select i.id, i.product_id, i.price, i.vat_rate from public.order_items i where i.order_id = o.order_id offset 0) i
     cross join lateral (
       select r.id as refund_id, r.at, l.quantity from public.refund_lines l join public.refunds r on r.id = l.refund_id
        where l.order_item_id = i.id offset 0) l
     cross join lateral (
       select -sum(m.quantity_change) as quantity
         from public.batch_movements m join public.product_batches b on b.id = m.batch_id
        where m.order_id = o.order_id and b.product_id = i.product_id and b.unit_cost is not null
          and (m.quantity_change < 0 or not exists (
                select from public.inventory_adjustments a where a.id = m.adjustment_id and a.refund_id is not null))
       offset 0) sold
     cross join lateral (
       select coalesce(sum(m.quantity_change) filter (where b.unit_cost is null), 0) as uncosted,
              coalesce(sum(m.quantity_change * b.unit_cost), 0) as cost
         from public.batch_movements m
         join public.product_batches b on b.id = m.batch_id
         join public.inventory_adjustments a on a.id = m.adjustment_id
        where m.order_id = o.order_id and m.quantity_change > 0 and b.product_id = i.product_id and a.refund_id = l.refund_id
       offset 0) back
     where sold.quantity > 0
  ), part as (
    select s.*, coalesce(lag(s.upto) over (partition by s.item_id order by s.at, s.refund_id), 0) as before from step s
  )
  select p.product_id,
         (sum(p.price * (p.upto - p.before) - public.vat_included(p.price * p.upto, p.vat_rate) + public.vat_included(p.price * p.before, p.vat_rate)) * 100)::bigint,
         (sum(p.cost) * 100)::bigint
    from part p where p.at >= p_from and p.at < p_to
   group by p.product_id
$$;

revoke execute on function public.sum_costed_sales(date[]), public.sum_costed_refunds(timestamptz, timestamptz) from public;
