-- Setting another price during an offer ends the offer, and that price stays. The procedures of offers set
-- offer_ends_at with the price; no other role may.
create or replace function public.end_offer_of_changed_price() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.offer_ends_at := null;
  new.reference_price := null;
  update public.offers o set ended_at = now(), ended_by = public.current_user_id(), end_reason = 'price-changed'
   where o.product_id = new.id and o.started_at is not null and o.ended_at is null;
  return new;
end $$;
create or replace trigger end_offer_of_changed_price before update of price on products
  for each row when (new.price <> old.price and old.offer_ends_at is not null and new.offer_ends_at is not distinct from old.offer_ends_at)
  execute function end_offer_of_changed_price();
