-- A product may have only pictures uploaded for it, whose keys contain its slug (shop/picture-key.ts).
-- The first one, image_url, may be an address elsewhere.
create or replace function public.check_product_pictures() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_addresses text[] := array(select p.picture ->> 'image_url' from jsonb_array_elements(new.more_pictures) p (picture));
begin
  if (select count(distinct a.address) from unnest(v_addresses || new.image_url::text) a (address)) <= cardinality(v_addresses) then
    raise exception 'A picture stands twice at product %.', new.id using errcode = 'check_violation';
  end if;
  if exists (
    select from unnest(v_addresses) a (address)
     where not exists (select from public.pictures s
                        where s.image_url = a.address and s.key ~ ('^products/[a-z0-9-]+/' || new.slug || '-[0-9]+\.webp$'))) then
    raise exception 'A picture of product % was not uploaded for it.', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger check_product_pictures before insert or update of image_url, more_pictures on products
  for each row when (new.more_pictures <> '[]' and new.image_url is not null) execute function check_product_pictures();
