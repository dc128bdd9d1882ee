-- Since when a product has been on sale at its present price without a break. Null if it is not on sale or
-- the audit log does not prove it; at most a year back.
create or replace function public.price_charged_since(p_product_id uuid) returns timestamptz
language sql stable set search_path = '' as $$
  select greatest(p.created_at, now() - interval '365 days', changed.at, restocked.at)
    from public.products p
    -- If an event adds the product or changes its price, it has the price that the product must still have.
    cross join lateral (
      select max(e.at) as at, (array_agg((e.after ->> 'price')::numeric order by e.id desc) filter (where e.after ? 'price'))[1] as price
        from public.audit_events e
       where e.subject_id = p.id and e.subject_kind = 'product'
         and (e.event = 'added' or (e.event = 'changed' and (e.after ? 'price' or e.after ? 'is_active')))) changed
    cross join lateral (
      select max(a.created_at) as at from public.inventory_adjustments a
       where a.product_id = p.id and (a.stock_after <= 0 or a.stock_after = a.quantity_change)) restocked
   where p.id = p_product_id and p.is_active and p.offer_ends_at is null and coalesce(p.sellable_stock, p.stock) > 0
     and (changed.price = p.price or (changed.price is null and p.created_at < now() - interval '365 days'))
$$;

-- Until when a price may be shown as "Was": as long as it was charged, and not at all for less than 28 days
-- (ADR-69).
create or replace function public.reference_until(p_charged_since timestamptz, p_offer_starts_at timestamptz) returns timestamptz
language sql immutable parallel safe
return case when p_charged_since <= p_offer_starts_at - make_interval(hours => 28 * 24)
            then p_offer_starts_at + make_interval(secs => extract(epoch from p_offer_starts_at - p_charged_since)::double precision) end;

revoke execute on function public.price_charged_since(uuid), public.reference_until(timestamptz, timestamptz) from public;
