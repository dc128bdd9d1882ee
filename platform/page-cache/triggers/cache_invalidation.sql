-- Notifies every node of changed pages on commit, by the tags of shop/cache-tags/cache-tags.ts.
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
  -- (platform/database/connection/actor-transactions.server.ts).
  perform set_config('ninth_bend.cache_tags_invalidated', 'yes', true);
end $$;

-- p_old is null for an added product, p_new for a deleted one.
create or replace function public.invalidate_product_cache_tags(p_old public.products, p_new public.products) returns void
language plpgsql set search_path = '' as $$
declare
  v_is_edit constant boolean := p_old.id is not null and p_new.id is not null;
  v_tags text[] := case when p_old.id is not null then array['product:' || p_old.id] else '{}' end;
  v_availability_changed boolean := (coalesce(p_old.sellable_stock, p_old.stock) > 0) is distinct from (coalesce(p_new.sellable_stock, p_new.stock) > 0);
  -- Lists show product counts by allergens, claims and availability.
  v_listing_changed boolean := not v_is_edit or v_availability_changed
    or (p_old.is_active, p_old.category_id, p_old.is_featured, p_old.featured_position, p_old.is_best_seller, p_old.name, p_old.price, p_old.created_at, p_old.allergens, p_old.lifestyle, p_old.dietary_info)
    is distinct from (p_new.is_active, p_new.category_id, p_new.is_featured, p_new.featured_position, p_new.is_best_seller, p_new.name, p_new.price, p_new.created_at, p_new.allergens, p_new.lifestyle, p_new.dietary_info);
  v_search_changed boolean := v_listing_changed or (p_old.net_weight, p_old.brand, p_old.ingredients, p_old.description) is distinct from (p_new.net_weight, p_new.brand, p_new.ingredients, p_new.description);
begin
  -- An inactive product is on no page.
  if p_old.is_active is not true and p_new.is_active is not true then
    return;
  end if;
  -- Pages show the number of products beside a category's name, and lists derive their page count from it.
  if not v_is_edit or (p_old.is_active, p_old.category_id, p_old.is_best_seller) is distinct from (p_new.is_active, p_new.category_id, p_new.is_best_seller) then
    v_tags := v_tags || array['categories'];
  end if;
  if v_listing_changed then
    v_tags := v_tags || array['catalogue'] || array(
      select kind || ':' || category_id from (values ('category-list'), ('related-products')) as kinds (kind),
        (select p_old.category_id union select p_new.category_id) as categories (category_id)
       where category_id is not null order by 1);
    if p_old.is_best_seller or p_new.is_best_seller then
      v_tags := v_tags || array['best-sellers'];
    end if;
  end if;
  if v_search_changed then
    v_tags := v_tags || array['search'];
  end if;
  -- A pick or candidate for "Goes well with" appears or disappears.
  if p_old.is_active is distinct from p_new.is_active then
    v_tags := v_tags || array(
      select 'goes-well-with:' || shown.product_id
        from (select g.product_id from public.product_pairings g where g.pairs_with_id = coalesce(p_new.id, p_old.id)
              union select b.product_id from public.bought_together b where b.other_id = coalesce(p_new.id, p_old.id)) shown
       order by 1);
  end if;
  perform public.invalidate_cache_tags(v_tags);
end $$;
revoke execute on function public.invalidate_product_cache_tags(public.products, public.products) from public;

create or replace function public.invalidate_cache_tags_of_product() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform public.invalidate_product_cache_tags(null::public.products, new);
  elsif tg_op = 'DELETE' then
    perform public.invalidate_product_cache_tags(old, null::public.products);
  elsif old.* is distinct from new.* then
    perform public.invalidate_product_cache_tags(old, new);
  end if;
  return null;
end $$;
-- A sale updates only the stock and does not run this trigger (after_stock_change).
do $$
begin
  execute format($f$
    create or replace trigger invalidate_cache_tags_on_update after insert or delete or update of %s on products
      for each row execute function invalidate_cache_tags_of_product()$f$,
    all_columns_except('products', array['stock', 'sellable_stock']));
end $$;

-- A picture is inserted before it is used and deleted after; only manual SQL differs.
create or replace function public.invalidate_picture_cache_tags() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_image_url constant text := coalesce(new.image_url, old.image_url);
begin
  if tg_op = 'UPDATE'
     or exists (select from public.products p where p.image_url = v_image_url)
     or exists (select from public.categories k where k.image_url = v_image_url)
     or exists (select from public.products p
                 where p.more_pictures <> '[]' and p.more_pictures @> jsonb_build_array(jsonb_build_object('image_url', v_image_url))) then
    perform public.invalidate_cache_tags(array['everything']);
  end if;
  return null;
end $$;
create or replace trigger invalidate_cache_tags_on_insert after insert or update or delete on pictures
  for each row execute function invalidate_picture_cache_tags();

-- For changes that always concern the same pages.
create or replace function public.invalidate_given_cache_tags() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- tg_argv begins at 0.
  perform public.invalidate_cache_tags(array(select unnest(tg_argv)));
  return null;
end $$;
create or replace trigger invalidate_cache_tags_on_truncate after truncate on pictures
  for each statement execute function invalidate_given_cache_tags('everything');
create or replace trigger invalidate_cache_tags_on_truncate after truncate on products
  for each statement execute function invalidate_given_cache_tags('everything');
create or replace trigger invalidate_cache_tags_on_truncate after truncate on categories
  for each statement execute function invalidate_given_cache_tags('everything');
create or replace trigger invalidate_cache_tags after insert or update or delete on search_groups
  for each statement execute function invalidate_given_cache_tags('search');
create or replace trigger invalidate_cache_tags after insert or update or delete on search_group_words
  for each statement execute function invalidate_given_cache_tags('search');
-- The owner's picks, which set_product_pairings() inserts and deletes.
create or replace function public.invalidate_pairing_cache_tags() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform public.invalidate_cache_tags(array['goes-well-with:' || coalesce(new.product_id, old.product_id)]);
  return null;
end $$;
create or replace trigger invalidate_cache_tags_on_insert after insert or delete on product_pairings
  for each row execute function invalidate_pairing_cache_tags();
-- refresh_bought_together() changes thousands of rows at once, so each statement notifies once.
create or replace function public.invalidate_bought_together_cache_tags() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_tags constant text[] := array(select distinct 'goes-well-with:' || c.product_id from changed c order by 1);
begin
  if v_tags <> '{}' then
    perform public.invalidate_cache_tags(v_tags);
  end if;
  return null;
end $$;
create or replace trigger invalidate_cache_tags_on_insert after insert on bought_together referencing new table as changed
  for each statement execute function invalidate_bought_together_cache_tags();
create or replace trigger invalidate_cache_tags_on_delete after delete on bought_together referencing old table as changed
  for each statement execute function invalidate_bought_together_cache_tags();

-- Every page shows who the shop is and may name a limit. 'settings' makes each node read the settings again, and the owner's texts.
create or replace trigger invalidate_cache_tags after insert on content_versions
  for each statement execute function invalidate_given_cache_tags('everything', 'settings');
-- Emails of a kind that the owner switches off are deleted, so they are not sent if it is switched on again.
create or replace function public.change_settings() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.name = 'customer_emails' then
    delete from public.outbox o
     where o.sent_at is null and o.dropped_at is null and coalesce(o.leased_until, '-infinity') < now()
       and not public.is_customer_email_on(o.kind);
  end if;
  perform public.invalidate_cache_tags(array['everything', 'settings']);
  return null;
end $$;
create or replace trigger invalidate_cache_tags after insert or update or delete on settings
  for each row execute function change_settings();
