-- Changes all prices of a preview, or none. p_lines: [{product_id, version, old_price, new_price}] as shown.
-- A form sent twice makes one change.
create or replace function public.change_prices(p_id uuid, p_rule jsonb, p_lines jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_product_ids uuid[];
  v_versions integer[];
  v_old_prices numeric[];
  v_new_prices numeric[];
  v_changed jsonb;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  if (jsonb_typeof(p_lines) = 'array' and jsonb_array_length(p_lines) between 1 and 1000) is not true then
    return public.refused('lines-invalid');
  end if;
  select array_agg(l.product_id), array_agg(l.version), array_agg(l.old_price), array_agg(l.new_price)
    into v_product_ids, v_versions, v_old_prices, v_new_prices
    from jsonb_to_recordset(p_lines) as l (product_id uuid, version integer, old_price numeric, new_price numeric);
  -- The same order as in every other procedure, so that two changes wait for each other.
  perform from public.products p where p.id = any (v_product_ids) order by p.id for no key update;
  if exists (select from public.price_changes c where c.id = p_id) then
    return public.done(jsonb_build_object('products', cardinality(v_product_ids)));
  end if;
  if p_id is null
     or (select count(distinct sent.product_id) from unnest(v_product_ids) as sent (product_id)) < cardinality(v_product_ids)
     or (select bool_and(sent.new_price between 0.01 and 99999.99 and sent.new_price = round(sent.new_price, 2)
                         and sent.new_price <> sent.old_price)
           from unnest(v_old_prices, v_new_prices) as sent (old_price, new_price)) is not true then
    return public.refused('lines-invalid');
  end if;

  -- A product on offer counts as changed: its price is the offer's, and the preview excludes it.
  select jsonb_agg(jsonb_build_object('name', p.name, 'price', p.price, 'seen_price', sent.old_price) order by lower(p.name), p.id)
    into v_changed
    from unnest(v_product_ids, v_versions, v_old_prices) as sent (product_id, version, old_price)
    left join public.products p on p.id = sent.product_id
   where (p.version = sent.version and p.price = sent.old_price and p.archived_at is null and p.offer_ends_at is null) is not true;
  if v_changed is not null then
    return public.refused('changed-meanwhile', jsonb_build_object('products', v_changed));
  end if;

  insert into public.price_changes (id, rule, made_by) values (p_id, p_rule, public.current_user_id());
  with changed as (
    update public.products p set price = sent.new_price
      from unnest(v_product_ids, v_new_prices) as sent (product_id, new_price)
     where p.id = sent.product_id
    returning p.id, p.version
  )
  insert into public.price_change_lines (price_change_id, product_id, old_price, new_price, version)
  select p_id, sent.product_id, sent.old_price, sent.new_price, changed.version
    from unnest(v_product_ids, v_old_prices, v_new_prices) as sent (product_id, old_price, new_price)
    join changed on changed.id = sent.product_id;
  return public.done(jsonb_build_object('products', cardinality(v_product_ids)));
end $$;

revoke execute on function public.change_prices(uuid, jsonb, jsonb) from public;
grant execute on function public.change_prices(uuid, jsonb, jsonb) to ninth_bend_admin;
