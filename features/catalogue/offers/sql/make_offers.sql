-- Creates an offer for each product of a preview, or none; without a start it begins at once. p_lines: [{product_id, version, price,
-- offer_price}]; price is the normal price that was shown. A form sent twice creates its offers once.
create or replace function public.make_offers(p_form_id uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_lines jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_starts_at constant timestamptz := greatest(coalesce(p_starts_at, now()), now());
  v_product_ids uuid[];
  v_named jsonb;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  if (jsonb_typeof(p_lines) = 'array' and jsonb_array_length(p_lines) between 1 and 1000) is not true then
    return public.refused('lines-invalid');
  end if;
  v_product_ids := array(select l.product_id from jsonb_to_recordset(p_lines) as l (product_id uuid));
  perform from public.products p where p.id = any (v_product_ids) order by p.id for no key update;
  if exists (select from public.offers o where o.form_id = p_form_id) then
    return public.done(jsonb_build_object('offers', cardinality(v_product_ids)));
  end if;
  if (p_ends_at > v_starts_at and p_ends_at <= v_starts_at + interval '366 days' and v_starts_at <= now() + interval '366 days') is not true then
    return public.refused('times-invalid');
  end if;
  if p_form_id is null
     or (select count(distinct id) from unnest(v_product_ids) id) < cardinality(v_product_ids)
     or (select bool_and(l.offer_price between 0.01 and l.price - 0.01 and l.offer_price = round(l.offer_price, 2))
           from jsonb_to_recordset(p_lines) as l (price numeric, offer_price numeric)) is not true then
    return public.refused('lines-invalid');
  end if;

  select jsonb_agg(jsonb_build_object('name', p.name, 'price', coalesce(o.normal_price, p.price), 'seen_price', l.price) order by lower(p.name), p.id)
    into v_named
    from jsonb_to_recordset(p_lines) as l (product_id uuid, version integer, price numeric)
    left join public.products p on p.id = l.product_id
    left join public.offers o on o.product_id = p.id and o.started_at is not null and o.ended_at is null
   where (p.version = l.version and coalesce(o.normal_price, p.price) = l.price and p.archived_at is null) is not true;
  if v_named is not null then
    return public.refused('changed-meanwhile', jsonb_build_object('products', v_named));
  end if;
  select jsonb_agg(p.name order by lower(p.name), p.id) into v_named
    from public.products p
   where p.id = any (v_product_ids)
     and exists (select from public.offers o where o.product_id = p.id and o.ended_at is null
                    and o.starts_at < p_ends_at and v_starts_at < o.ends_at);
  if v_named is not null then
    return public.refused('overlaps', jsonb_build_object('names', v_named));
  end if;

  insert into public.offers (form_id, product_id, offer_price, starts_at, ends_at, made_by)
  select p_form_id, l.product_id, l.offer_price, v_starts_at, p_ends_at, public.current_user_id()
    from jsonb_to_recordset(p_lines) as l (product_id uuid, offer_price numeric);
  insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event, after)
  select 'admin', public.current_user_id(), 'product', l.product_id, 'offer-planned',
         jsonb_build_object('offer_price', l.offer_price, 'starts_at', v_starts_at, 'ends_at', p_ends_at)
    from jsonb_to_recordset(p_lines) as l (product_id uuid, offer_price numeric);
  perform public.apply_offers_of(v_product_ids);
  return public.done(jsonb_build_object('offers', cardinality(v_product_ids)));
end $$;

revoke execute on function public.make_offers(uuid, timestamptz, timestamptz, jsonb) from public;
grant execute on function public.make_offers(uuid, timestamptz, timestamptz, jsonb) to ninth_bend_admin;
