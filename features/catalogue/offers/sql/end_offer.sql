-- Ends a running offer now, or withdraws a future one.
create or replace function public.end_offer(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_product_id uuid;
  v_offer record;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  select o.product_id into v_product_id from public.offers o where o.id = p_id;
  if not found then
    return public.refused('not-found');
  end if;
  -- Locks the product first, as everywhere, because a price change ends its offer.
  perform from public.products p where p.id = v_product_id for no key update;
  select o.started_at is not null as is_running, o.ended_at, o.offer_price, o.normal_price, o.starts_at, o.ends_at into v_offer
    from public.offers o where o.id = p_id for update;
  if v_offer.ended_at is not null then
    return public.refused('already-over');
  end if;
  update public.offers o
     set ended_at = now(), ended_by = public.current_user_id(), end_reason = case when v_offer.is_running then 'ended-early' else 'withdrawn' end
   where o.id = p_id;
  if v_offer.is_running then
    update public.products p set price = v_offer.normal_price, offer_ends_at = null, reference_price = null where p.id = v_product_id;
  else
    insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event, before)
    values ('admin', public.current_user_id(), 'product', v_product_id, 'offer-withdrawn',
      jsonb_build_object('offer_price', v_offer.offer_price, 'starts_at', v_offer.starts_at, 'ends_at', v_offer.ends_at));
  end if;
  return public.done(jsonb_build_object('was_running', v_offer.is_running));
end $$;

revoke execute on function public.end_offer(uuid) from public;
grant execute on function public.end_offer(uuid) to ninth_bend_admin;
