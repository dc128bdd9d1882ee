-- What is kept beside products for lists and searches: category_counts (active products and best sellers of each category),
-- product_stock_buckets, product_listing, product_search_text, product_search_vectors, and the words of the last two.

-- For each statement: an import adds thousands of products, and updates each count once.
create or replace function public.add_product_copies() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_ids constant uuid[] := array(select n.id from added n);
begin
  insert into product_stock_buckets (id, category_id, is_active, stock_bucket)
  select n.id, n.category_id, n.is_active, stock_bucket(n.stock) from added n;
  update category_counts c set products = c.products + a.products, best_sellers = c.best_sellers + a.best_sellers
    from (select n.category_id, count(*) as products, count(*) filter (where n.is_best_seller) as best_sellers
            from added n where n.is_active group by n.category_id) a
   where c.category_id = a.category_id;
  perform insert_product_listing(v_ids);
  insert into product_search_text (id, category_id, is_active, price, created_at, name, search_text, stock_bucket)
  select n.id, n.category_id, n.is_active, n.price, n.created_at, lower(n.name), lower(n.name || E'\n' || n.brand || E'\n' || n.slug),
         stock_bucket(n.stock)
    from added n;
  insert into product_search_vectors (id, category_id, is_active, price, created_at, name, search_vector)
  select p.id, p.category_id, p.is_active, p.price, p.created_at, lower(p.name), build_product_search_vector(p, c.name)
    from added n join products p on p.id = n.id join categories c on c.id = p.category_id;
  perform add_search_vocabulary(v_ids);
  return null;
end $$;
create or replace trigger insert_product_listing after insert on products referencing new table as added
  for each statement execute function add_product_copies();

create or replace function public.change_product_copies() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (old.category_id, old.is_active, old.is_best_seller) is distinct from (new.category_id, new.is_active, new.is_best_seller) then
    -- Locked in order, so that two products that swap categories do not deadlock.
    perform from category_counts c where c.category_id in (old.category_id, new.category_id) order by c.category_id for update;
    update category_counts c
       set products = c.products
             + coalesce(c.category_id = new.category_id and new.is_active, false)::integer
             - (c.category_id = old.category_id and old.is_active)::integer,
           best_sellers = c.best_sellers
             + coalesce(c.category_id = new.category_id and new.is_active and new.is_best_seller, false)::integer
             - (c.category_id = old.category_id and old.is_active and old.is_best_seller)::integer
     where c.category_id in (old.category_id, new.category_id);
  end if;
  if tg_op = 'DELETE' then
    return null;
  end if;
  -- New words take most of the time; a price change alone, as bulk changes and imports make by the thousand,
  -- needs none.
  if (old.is_active, old.category_id, old.name, old.brand, old.net_weight, old.ingredients, old.lifestyle, old.dietary_info, old.allergens)
     is distinct from (new.is_active, new.category_id, new.name, new.brand, new.net_weight, new.ingredients, new.lifestyle, new.dietary_info, new.allergens) then
    delete from product_listing l where l.id = new.id;
    perform insert_product_listing(array[new.id]);
  elsif (old.price, old.is_featured, old.featured_position, old.is_best_seller, old.created_at)
     is distinct from (new.price, new.is_featured, new.featured_position, new.is_best_seller, new.created_at) then
    update product_listing l
       set price = new.price, price_per_kilogram = price_per_kilogram(new.price, new.net_weight), is_featured = new.is_featured,
           featured_position = new.featured_position, is_best_seller = new.is_best_seller, created_at = new.created_at
     where l.id = new.id;
  end if;
  if (old.category_id, old.is_active, old.price, old.created_at, old.name, old.brand, old.slug)
     is distinct from (new.category_id, new.is_active, new.price, new.created_at, new.name, new.brand, new.slug) then
    update product_search_text w set category_id = new.category_id, is_active = new.is_active, price = new.price, created_at = new.created_at,
           name = lower(new.name), search_text = lower(new.name || E'\n' || new.brand || E'\n' || new.slug)
     where w.id = new.id;
  end if;
  if (old.name, old.slug, old.brand, old.category_id, old.badge, old.net_weight, old.description, old.ingredients, old.allergy_advice, old.lifestyle,
      old.dietary_info, old.storage_instructions, old.country_of_origin, old.manufacturer)
     is distinct from (new.name, new.slug, new.brand, new.category_id, new.badge, new.net_weight, new.description, new.ingredients, new.allergy_advice,
      new.lifestyle, new.dietary_info, new.storage_instructions, new.country_of_origin, new.manufacturer) then
    update product_search_vectors t set category_id = new.category_id, is_active = new.is_active, price = new.price, created_at = new.created_at,
           name = lower(new.name), search_vector = build_product_search_vector(new, c.name)
      from categories c where t.id = new.id and c.id = new.category_id;
    perform add_search_vocabulary(array[new.id]);
  elsif (old.is_active, old.price, old.created_at) is distinct from (new.is_active, new.price, new.created_at) then
    update product_search_vectors t set is_active = new.is_active, price = new.price, created_at = new.created_at where t.id = new.id;
  end if;
  if (old.category_id, old.is_active) is distinct from (new.category_id, new.is_active) then
    update product_stock_buckets b set category_id = new.category_id, is_active = new.is_active where b.id = new.id;
  end if;
  return null;
end $$;
-- A sale updates only the stock and does not run this trigger (after_stock_change).
do $$
begin
  execute format($f$
    create or replace trigger update_product_listing after delete or update of %s on products
      for each row execute function change_product_copies()$f$,
    all_columns_except('products', array['id', 'stock', 'sellable_stock', 'archived_at', 'version', 'updated_at', 'image_url', 'image_alt', 'more_pictures',
      'nutrition_info']));
end $$;
