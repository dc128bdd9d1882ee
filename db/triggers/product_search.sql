-- product_search_text, product_search_vectors and search_vocabulary.
create or replace function public.insert_product_search_text() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into product_search_text (id, category_id, is_active, price, created_at, name, search_text, stock_bucket)
  select n.id, n.category_id, n.is_active, n.price, n.created_at, lower(n.name), lower(n.name || E'\n' || n.brand || E'\n' || n.slug),
         stock_bucket(n.stock)
    from added n;
  return null;
end $$;
create or replace trigger insert_product_search_text after insert on products referencing new table as added
  for each statement execute function insert_product_search_text();

create or replace function public.update_product_search_text() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update product_search_text w set category_id = new.category_id, is_active = new.is_active, price = new.price, created_at = new.created_at,
         name = lower(new.name), search_text = lower(new.name || E'\n' || new.brand || E'\n' || new.slug)
   where w.id = new.id;
  return null;
end $$;
-- Sales update only the stock and do not run this trigger.
create or replace trigger update_product_search_text after update of category_id, is_active, price, created_at, name, brand, slug on products for each row
  when ((old.category_id, old.is_active, old.price, old.created_at, old.name, old.brand, old.slug)
    is distinct from (new.category_id, new.is_active, new.price, new.created_at, new.name, new.brand, new.slug))
  execute function update_product_search_text();

-- Words are inserted in order, so that two transactions with the same new words do not deadlock.
create or replace function public.add_search_vocabulary(p_ids uuid[]) returns void language sql set search_path = public, pg_temp as $$
  insert into search_vocabulary (word)
  select distinct w.word collate "C" from product_search_vectors t, unnest(tsvector_to_array(t.search_vector)) w (word)
   where t.id = any (p_ids) and char_length(w.word) >= 4 and w.word !~ '^[0-9]+$' order by 1
  on conflict do nothing
$$;

create or replace function public.insert_product_search_vectors() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into product_search_vectors (id, category_id, is_active, price, created_at, name, search_vector)
  select p.id, p.category_id, p.is_active, p.price, p.created_at, lower(p.name), build_product_search_vector(p, c.name) from added n join products p on p.id = n.id join categories c on c.id = p.category_id;
  perform add_search_vocabulary(array(select n.id from added n));
  return null;
end $$;
create or replace trigger insert_product_search_vectors after insert on products referencing new table as added
  for each statement execute function insert_product_search_vectors();

create or replace function public.update_product_search_vector() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- A change of the price alone needs no new words.
  if (old.name, old.slug, old.brand, old.category_id, old.badge, old.net_weight, old.description, old.ingredients, old.allergy_advice, old.lifestyle,
      old.dietary_info, old.storage_instructions, old.country_of_origin, old.manufacturer)
     is not distinct from (new.name, new.slug, new.brand, new.category_id, new.badge, new.net_weight, new.description, new.ingredients, new.allergy_advice,
      new.lifestyle, new.dietary_info, new.storage_instructions, new.country_of_origin, new.manufacturer) then
    update product_search_vectors t set is_active = new.is_active, price = new.price, created_at = new.created_at where t.id = new.id;
    return null;
  end if;
  update product_search_vectors t set category_id = new.category_id, is_active = new.is_active, price = new.price, created_at = new.created_at,
         name = lower(new.name), search_vector = build_product_search_vector(new, c.name)
    from categories c where t.id = new.id and c.id = new.category_id;
  perform add_search_vocabulary(array[new.id]);
  return null;
end $$;
-- Sales update only the stock and do not run this trigger.
create or replace trigger update_product_search_vector after update of name, slug, brand, category_id, is_active, price, created_at, badge, net_weight, description,
    ingredients, allergy_advice, lifestyle, dietary_info, storage_instructions, country_of_origin, manufacturer on products for each row
  when ((old.name, old.slug, old.brand, old.category_id, old.is_active, old.price, old.created_at, old.badge, old.net_weight, old.description,
      old.ingredients, old.allergy_advice, old.lifestyle, old.dietary_info, old.storage_instructions,
      old.country_of_origin, old.manufacturer)
    is distinct from (new.name, new.slug, new.brand, new.category_id, new.is_active, new.price, new.created_at, new.badge, new.net_weight, new.description,
      new.ingredients, new.allergy_advice, new.lifestyle, new.dietary_info, new.storage_instructions,
      new.country_of_origin, new.manufacturer))
  execute function update_product_search_vector();

create or replace function public.update_category_search_vectors() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update product_search_vectors t set search_vector = build_product_search_vector(p, new.name) from products p where p.category_id = new.id and t.id = p.id;
  -- One product is enough, because all of them got the same new words.
  perform add_search_vocabulary(array(select p.id from products p where p.category_id = new.id limit 1));
  return null;
end $$;
create or replace trigger update_category_search_vectors after update of name on categories for each row
  when (old.name <> new.name) execute function update_category_search_vectors();
