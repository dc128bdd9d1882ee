-- Ends, starts and corrects the due offers of products. The callers have locked the products.
create or replace function public.apply_offers_of(p_product_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Ends offers first, because the next one may start at the same moment. Another price has already ended its
  -- offer (end_offer_of_changed_price).
  with over as (
    update public.offers o set ended_at = now(), end_reason = 'over'
     where o.product_id = any (p_product_ids) and o.started_at is not null and o.ended_at is null and o.ends_at <= now()
    returning o.product_id, o.normal_price
  )
  update public.products p set price = over.normal_price, offer_ends_at = null, reference_price = null
    from over where p.id = over.product_id;

  update public.products p set reference_price = null
    from public.offers o
   where p.id = any (p_product_ids) and o.product_id = p.id and o.started_at is not null and o.ended_at is null
     and p.reference_price is not null and o.reference_until <= now();

  update public.offers o
     set ended_at = now(),
         end_reason = case when o.ends_at <= now() then 'missed' when p.archived_at is not null then 'archived' else 'not-below' end
    from public.products p
   where p.id = any (p_product_ids) and o.product_id = p.id and o.started_at is null and o.ended_at is null and o.starts_at <= now()
     and (o.ends_at <= now() or p.archived_at is not null or o.offer_price >= p.price);

  with begun as (
    update public.offers o
       set started_at = now(), normal_price = p.price,
           reference_until = public.reference_until(public.price_charged_since(p.id), now())
      from public.products p
     where p.id = any (p_product_ids) and o.product_id = p.id and o.started_at is null and o.ended_at is null and o.starts_at <= now()
    returning o.product_id, o.offer_price, o.normal_price, o.ends_at, o.reference_until
  )
  update public.products p
     set price = begun.offer_price, offer_ends_at = begun.ends_at,
         reference_price = case when begun.reference_until is not null then begun.normal_price end
    from begun where p.id = begun.product_id;
end $$;

-- Every node calls it every few seconds; returns for how many products offers were due. A late or repeated
-- call does no harm: pages and checkout use the stored price.
create or replace function public.apply_offers(p_limit integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_product_ids uuid[];
begin
  v_product_ids := array(
    select distinct o.product_id from public.offers o join public.products p on p.id = o.product_id
     where o.ended_at is null
       and case when o.started_at is null then o.starts_at <= now()
                else o.ends_at <= now() or (p.reference_price is not null and o.reference_until <= now()) end
     limit p_limit);
  if v_product_ids = '{}' then
    return 0;
  end if;
  -- The same order as in every other procedure.
  perform from public.products p where p.id = any (v_product_ids) order by p.id for no key update;
  perform public.apply_offers_of(v_product_ids);
  return cardinality(v_product_ids);
end $$;

revoke execute on function public.apply_offers_of(uuid[]), public.apply_offers(integer) from public;
grant execute on function public.apply_offers(integer) to ninth_bend_worker;
