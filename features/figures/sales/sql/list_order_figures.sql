-- Orders of a range of London days for the accountant, in pence, oldest first, including cancelled ones;
-- p_limit after the given one. The parts by VAT rate add up to the total, as in find_figures().
create or replace function public.list_order_figures(
  p_first_day date, p_last_day date, p_after_time timestamptz, p_after_id uuid, p_limit integer)
returns table (id uuid, created_at timestamptz, status text, delivered_at timestamptz, door_payment text, pence bigint,
               delivery_pence bigint, standard_pence bigint, zero_pence bigint, other_pence bigint, vat_pence bigint, refund_pence bigint)
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = force_custom_plan as $$
begin
  if not public.is_manager() then
    return;
  end if;
  return query
    with page as materialized (
      select o.* from public.orders o
       where o.created_at >= coalesce(p_after_time, p_first_day::timestamp at time zone 'Europe/London')
         and o.created_at < ((p_last_day + 1)::timestamp at time zone 'Europe/London')
         and (p_after_id is null or o.created_at > p_after_time or o.id < p_after_id)
       -- The order of orders_by_newest, reversed.
       order by o.created_at, o.id desc limit least(p_limit, 1000)
    )
    select p.id, p.created_at, p.status::text, p.actual_delivery, p.door_payment, (p.total_amount * 100)::bigint, (p.delivery_charge * 100)::bigint,
           (coalesce(part.standard, 0) * 100)::bigint, (coalesce(part.zero, 0) * 100)::bigint, (coalesce(part.other, 0) * 100)::bigint,
           (coalesce(part.vat, 0) * 100)::bigint,
           coalesce((select (sum(r.amount) * 100)::bigint from public.refunds r where r.order_id = p.id), 0)
      from page p
      left join lateral (
        select sum(g.sold) filter (where g.vat_rate = 20) as standard, sum(g.sold) filter (where g.vat_rate = 0) as zero,
               sum(g.sold) filter (where g.vat_rate is null or g.vat_rate not in (0, 20)) as other, sum(g.vat) as vat
          from (
            select i.vat_rate, i.subtotal as sold, public.vat_included(i.subtotal, i.vat_rate) as vat
              from public.order_items i where i.order_id = p.id
            union all
            select v.vat_rate, s.share, public.vat_included(s.share, v.vat_rate)
              from public.order_vat_parts(p.id) v
             cross join lateral (select public.share_of(p.delivery_charge, v.weight_before, v.weight_upto, v.weight_total) as share) s
          ) g
      ) part on true
     order by p.created_at, p.id desc;
end $$;

revoke execute on function public.list_order_figures(date, date, timestamptz, uuid, integer) from public;
grant execute on function public.list_order_figures(date, date, timestamptz, uuid, integer) to ninth_bend_admin;
