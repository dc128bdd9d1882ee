-- Notifies every node of changed pages on commit, by the tags of shop/catalogue/cache-tags/cache-tags.ts.
-- Commits that notify wait for each other, so an ordinary sale does not notify.
create or replace function public.invalidate_cache_tags(p_tags text[]) returns void language plpgsql set search_path = '' as $$
declare
  -- A notification has at most 8,000 bytes.
  v_max_tags constant integer := 100;
begin
  for v_first in 1 .. greatest(cardinality(p_tags), 1) by v_max_tags loop
    perform pg_notify('ninth_bend_cache_invalidations', array_to_string(p_tags[v_first:v_first + v_max_tags - 1], ' '));
  end loop;
  -- The commit reads this setting and then waits for acknowledgements
  -- (db/connection/actor-transactions.server.ts).
  perform set_config('ninth_bend.cache_tags_invalidated', 'yes', true);
end $$;

create or replace function public.invalidate_product_cache_tags() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_tags text[] := case when tg_op = 'INSERT' then '{}' else array['product:' || old.id] end;
  v_availability_changed boolean := (coalesce(old.sellable_stock, old.stock) > 0) is distinct from (coalesce(new.sellable_stock, new.stock) > 0);
  -- Lists show product counts by allergens, claims and availability.
  v_listing_changed boolean := tg_op <> 'UPDATE' or v_availability_changed
    or (old.is_active, old.category_id, old.is_featured, old.featured_position, old.is_best_seller, old.name, old.price, old.created_at, old.allergens, old.lifestyle, old.dietary_info)
    is distinct from (new.is_active, new.category_id, new.is_featured, new.featured_position, new.is_best_seller, new.name, new.price, new.created_at, new.allergens, new.lifestyle, new.dietary_info);
  v_search_changed boolean := v_listing_changed or (old.net_weight, old.brand, old.ingredients, old.description) is distinct from (new.net_weight, new.brand, new.ingredients, new.description);
begin
  -- An inactive product is on no page.
  if old.is_active is not true and new.is_active is not true then
    return null;
  end if;
  if v_listing_changed then
    v_tags := v_tags || array['catalogue'] || array(
      select kind || ':' || category_id from (values ('category-list'), ('related-products')) as kinds (kind),
        (select old.category_id union select new.category_id) as categories (category_id)
       where category_id is not null order by 1);
    if old.is_best_seller or new.is_best_seller then
      v_tags := v_tags || array['best-sellers'];
    end if;
  end if;
  if v_search_changed then
    v_tags := v_tags || array['search'];
  end if;
  -- A pick or candidate for "Goes well with" appears or disappears.
  if old.is_active is distinct from new.is_active then
    v_tags := v_tags || array(
      select 'goes-well-with:' || shown.product_id
        from (select g.product_id from public.product_pairings g where g.pairs_with_id = coalesce(new.id, old.id)
              union select b.product_id from public.bought_together b where b.other_id = coalesce(new.id, old.id)) shown
       order by 1);
  end if;
  perform public.invalidate_cache_tags(v_tags);
  return null;
end $$;
create or replace trigger invalidate_cache_tags_on_insert after insert on products
  for each row when (new.is_active) execute function invalidate_product_cache_tags();
create or replace trigger invalidate_cache_tags_on_delete after delete on products
  for each row when (old.is_active) execute function invalidate_product_cache_tags();
-- Sales update only the stock and do not run this trigger.
do $$
begin
  execute format($f$
    create or replace trigger invalidate_cache_tags_on_update after update of %s on products
      for each row when (old.* is distinct from new.*) execute function invalidate_product_cache_tags()$f$,
    all_columns_except('products', array['stock', 'sellable_stock']));
end $$;
-- Shoppers see the exact stock only below 10 (shop/stock/displayed-stock.ts).
create or replace trigger invalidate_cache_tags_on_stock_change after update of stock, sellable_stock on products
  for each row when (least(coalesce(old.sellable_stock, old.stock), 10) <> least(coalesce(new.sellable_stock, new.stock), 10)) execute function invalidate_product_cache_tags();

create or replace function public.invalidate_category_cache_tags() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform public.invalidate_cache_tags(array['categories', 'category:' || coalesce(old.id, new.id)]);
  return null;
end $$;
create or replace trigger invalidate_cache_tags after insert or update or delete on categories
  for each row execute function invalidate_category_cache_tags();

-- Pages show the number of products beside a category's name, and lists derive their page count from it.
create or replace function public.invalidate_category_count_cache_tags() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform public.invalidate_cache_tags(array['categories']);
  return null;
end $$;
create or replace trigger invalidate_cache_tags after insert or delete on category_counts
  for each row execute function invalidate_category_count_cache_tags();
create or replace trigger invalidate_cache_tags_on_update after update on category_counts
  for each row when (old.* is distinct from new.*) execute function invalidate_category_count_cache_tags();

-- A picture is inserted before it is used and deleted after; only manual SQL differs.
create or replace function public.invalidate_picture_cache_tags() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from changed c join public.products p on p.image_url = c.image_url)
     or exists (select from changed c join public.categories k on k.image_url = c.image_url)
     or exists (select from changed c, public.products p
                 where p.more_pictures <> '[]' and p.more_pictures @> jsonb_build_array(jsonb_build_object('image_url', c.image_url))) then
    perform public.invalidate_cache_tags(array['everything']);
  end if;
  return null;
end $$;
create or replace trigger invalidate_cache_tags_on_insert after insert on pictures referencing new table as changed
  for each statement execute function invalidate_picture_cache_tags();
create or replace trigger invalidate_cache_tags_on_delete after delete on pictures referencing old table as changed
  for each statement execute function invalidate_picture_cache_tags();

create or replace function public.invalidate_all_cache_tags() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform public.invalidate_cache_tags(array['everything']);
  return null;
end $$;
create or replace trigger invalidate_cache_tags_on_update after update on pictures
  for each statement execute function invalidate_all_cache_tags();
create or replace trigger invalidate_cache_tags_on_truncate after truncate on pictures
  for each statement execute function invalidate_all_cache_tags();
create or replace trigger invalidate_cache_tags_on_truncate after truncate on products
  for each statement execute function invalidate_all_cache_tags();
create or replace trigger invalidate_cache_tags_on_truncate after truncate on categories
  for each statement execute function invalidate_all_cache_tags();
create or replace trigger invalidate_cache_tags_on_truncate after truncate on category_counts
  for each statement execute function invalidate_all_cache_tags();

create or replace function public.invalidate_search_cache_tags() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform public.invalidate_cache_tags(array['search']);
  return null;
end $$;
create or replace trigger invalidate_cache_tags after insert or update or delete on search_groups
  for each statement execute function invalidate_search_cache_tags();
create or replace trigger invalidate_cache_tags after insert or update or delete on search_group_words
  for each statement execute function invalidate_search_cache_tags();
-- The owner's picks and bought_together are only inserted and deleted (set_product_pairings(),
-- refresh_bought_together()).
create or replace function public.invalidate_goes_well_with_cache_tags() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_tags constant text[] := array(select distinct 'goes-well-with:' || c.product_id from changed c order by 1);
begin
  if v_tags <> '{}' then
    perform public.invalidate_cache_tags(v_tags);
  end if;
  return null;
end $$;
do $$
declare
  v_table text;
begin
  foreach v_table in array array['product_pairings', 'bought_together'] loop
    execute format('create or replace trigger invalidate_cache_tags_on_insert after insert on %I referencing new table as changed
      for each statement execute function invalidate_goes_well_with_cache_tags()', v_table);
    execute format('create or replace trigger invalidate_cache_tags_on_delete after delete on %I referencing old table as changed
      for each statement execute function invalidate_goes_well_with_cache_tags()', v_table);
  end loop;
end $$;

-- Every page shows the shop's name and may mention a limit. 'settings' makes each node read the settings
-- again.
create or replace function public.invalidate_settings_cache_tags() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform public.invalidate_cache_tags(array['everything', 'settings']);
  return null;
end $$;
create or replace trigger invalidate_cache_tags after insert or update or delete on settings
  for each statement execute function invalidate_settings_cache_tags();
-- Each node keeps the owner's texts with the settings.
create or replace trigger invalidate_cache_tags after insert on content_versions
  for each statement execute function invalidate_settings_cache_tags();
