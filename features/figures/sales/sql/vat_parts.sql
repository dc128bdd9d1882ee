-- The VAT included in an amount at a rate in per cent, rounded half up to the penny; 0 for a null rate.
create or replace function public.vat_included(p_amount numeric, p_rate integer) returns numeric
language sql immutable parallel safe
return round(p_amount * coalesce(p_rate, 0) / (100 + coalesce(p_rate, 0)), 2);

-- The share of an amount between two running sums of weights; all shares add up to the amount.
create or replace function public.share_of(p_amount numeric, p_before numeric, p_upto numeric, p_total numeric) returns numeric
language sql immutable parallel safe
return round(p_amount * p_upto / p_total, 2) - round(p_amount * p_before / p_total, 2);

-- The VAT rates of an order, lowest first and 'not set' (null) last, with running sums for share_of(): the delivery charge and refunds
-- without a line are divided by them. If the items cost nothing, the first rate gets all.
create or replace function public.order_vat_parts(p_order_id uuid)
returns table (vat_rate smallint, weight_before numeric, weight_upto numeric, weight_total numeric)
language sql stable set search_path = '' as $$
  select g.vat_rate, g.upto - g.weight, g.upto, g.total
    from (
      select w.vat_rate, w.weight, sum(w.weight) over (order by w.vat_rate nulls last) as upto, sum(w.weight) over () as total
        from (
          select i.vat_rate,
                 case when sum(sum(i.subtotal)) over () > 0 then sum(i.subtotal)
                      when row_number() over (order by i.vat_rate nulls last) = 1 then 1 else 0 end as weight
            from public.order_items i where i.order_id = p_order_id group by i.vat_rate
        ) w
    ) g
$$;

-- Daily sums by VAT rate, without cancelled orders: sales with delivery, the delivery charges, and the VAT of
-- both.
create or replace function public.sum_vat_sales(p_days date[])
returns table (day date, vat_rate smallint, pence bigint, delivery_pence bigint, vat_pence bigint)
language sql stable set search_path = '' set jit = off as $$
  with line as (
    select missing.day, placed.id, placed.delivery_charge, i.vat_rate, i.subtotal
      from unnest(p_days) as missing (day)
     -- `offset 0` forces a nested loop per day; the planner would scan all orders and items.
     cross join lateral (
       select o.id, o.delivery_charge from public.orders o
        where o.created_at >= (missing.day::timestamp at time zone 'Europe/London')
          and o.created_at < ((missing.day + 1)::timestamp at time zone 'Europe/London') and o.status <> 'cancelled'
       offset 0) placed
     cross join lateral (select i.vat_rate, i.subtotal from public.order_items i where i.order_id = placed.id offset 0) i
  ), items as (
    select l.day, l.vat_rate, sum(l.subtotal) as sold, sum(public.vat_included(l.subtotal, l.vat_rate)) as vat from line l group by 1, 2
  ), charged as (
    select c.day, p.vat_rate, public.share_of(c.delivery_charge, p.weight_before, p.weight_upto, p.weight_total) as delivery
      from (select distinct l.day, l.id, l.delivery_charge from line l where l.delivery_charge > 0) c
     cross join lateral public.order_vat_parts(c.id) p
  ), delivered as (
    select c.day, c.vat_rate, sum(c.delivery) as delivery, sum(public.vat_included(c.delivery, c.vat_rate)) as vat from charged c group by 1, 2
  )
  select i.day, i.vat_rate, ((i.sold + coalesce(d.delivery, 0)) * 100)::bigint, (coalesce(d.delivery, 0) * 100)::bigint,
         ((i.vat + coalesce(d.vat, 0)) * 100)::bigint
    from items i left join delivered d on d.day = i.day and d.vat_rate is not distinct from i.vat_rate
$$;

-- Refunds of a period by VAT rate and method. A line refunded in steps gives back exactly its VAT: each step
-- is the VAT of everything refunded so far, minus that of the earlier steps.
create or replace function public.sum_vat_refunds(p_from timestamptz, p_to timestamptz)
returns table (vat_rate smallint, pence bigint, vat_pence bigint)
language sql stable set search_path = '' set jit = off as $$
  with made as materialized (
    -- `offset 0` forces a lookup per refund; the planner would scan all orders.
    select r.id, r.order_id from public.refunds r
     cross join lateral (select from public.orders o where o.id = r.order_id and o.status <> 'cancelled' offset 0) o
     where r.at >= p_from and r.at < p_to
  ), step as (
    -- All refunds of these orders, because earlier ones may be from an earlier period.
    select r.id, r.order_id, r.at, coalesce(l.amount, 0) as lines, r.amount - coalesce(l.amount, 0) as rest
      from (select distinct m.order_id from made m) o
      join public.refunds r on r.order_id = o.order_id
      left join lateral (select sum(l.amount) as amount from public.refund_lines l where l.refund_id = r.id) l on true
  ), rest as (
    select s.id, s.order_id, sum(s.rest) over w as upto, sum(s.rest) over w - s.rest as before
      from step s window w as (partition by s.order_id order by s.at, s.id)
  ), line as (
    select l.refund_id, i.vat_rate, l.amount, sum(l.amount) over (partition by l.order_item_id order by s.at, s.id) as upto
      from step s join public.refund_lines l on l.refund_id = s.id join public.order_items i on i.id = l.order_item_id
  ), part as (
    select l.vat_rate, l.amount, public.vat_included(l.upto, l.vat_rate) - public.vat_included(l.upto - l.amount, l.vat_rate) as vat
      from line l join made m on m.id = l.refund_id
    union all
    select p.vat_rate, shares.upto - shares.before, public.vat_included(shares.upto, p.vat_rate) - public.vat_included(shares.before, p.vat_rate)
      from rest r join made m on m.id = r.id
     cross join lateral public.order_vat_parts(r.order_id) p
     cross join lateral (
       select public.share_of(r.before, p.weight_before, p.weight_upto, p.weight_total) as before,
              public.share_of(r.upto, p.weight_before, p.weight_upto, p.weight_total) as upto) shares
     where r.upto <> r.before
  )
  select p.vat_rate, (sum(p.amount) * 100)::bigint, (sum(p.vat) * 100)::bigint from part p group by p.vat_rate
$$;

revoke execute on function public.vat_included(numeric, integer), public.share_of(numeric, numeric, numeric, numeric),
  public.order_vat_parts(uuid), public.sum_vat_sales(date[]), public.sum_vat_refunds(timestamptz, timestamptz) from public;
