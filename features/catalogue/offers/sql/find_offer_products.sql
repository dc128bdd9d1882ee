-- What the preview of an offer shows for each product: its normal price, whether another offer overlaps, and
-- until when "Was" could be shown.
create or replace function public.find_offer_products(p_ids uuid[], p_starts_at timestamptz, p_ends_at timestamptz)
returns table (id uuid, name text, net_weight text, price numeric, version integer, is_active boolean, overlaps boolean,
  charged_since timestamptz, reference_until timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.is_manager() then
    return;
  end if;
  return query
    select p.id, p.name::text, p.net_weight::text, coalesce(running.normal_price, p.price)::numeric, p.version, p.is_active,
           exists (select from public.offers o where o.product_id = p.id and o.ended_at is null
                      and o.starts_at < p_ends_at and p_starts_at < o.ends_at),
           since.at, public.reference_until(since.at, p_starts_at)
      from public.products p
      left join public.offers running on running.product_id = p.id and running.started_at is not null and running.ended_at is null
      cross join lateral (select public.price_charged_since(p.id) as at) since
     where p.id = any (p_ids) and p.archived_at is null
     order by lower(p.name) collate "C", p.id;
end $$;

revoke execute on function public.find_offer_products(uuid[], timestamptz, timestamptz) from public;
grant execute on function public.find_offer_products(uuid[], timestamptz, timestamptz) to ninth_bend_admin;
