-- Adds products to product_listing and product_words.
-- Each text is read once: an import inserts thousands of products.
create or replace function public.insert_product_listing(p_ids uuid[]) returns void language sql set search_path = public, pg_temp as $$
  with labels as materialized (
    select p.id, c.name as category, suitability(p.lifestyle, p.dietary_info, p.allergens) as suitable_for,
           label_claims(p.lifestyle, p.dietary_info, p.allergens) as claims
      from products p join categories c on c.id = p.category_id where p.id = any (p_ids) and p.is_active),
  words as materialized (
    select l.id, l.suitable_for, search_words(p.name) as name, search_words(concat_ws(' ', l.category, p.brand)) as shelf,
           search_words(coalesce(p.net_weight, '')) as net_weight, search_words(coalesce(p.ingredients, '')) as ingredients,
           search_words(coalesce(l.claims, '')) as claims
      from labels l join products p on p.id = l.id),
  -- Sorted, so that two transactions with the same new words do not deadlock.
  new_words as (
    insert into product_words (word, stem)
    select w.word, search_stem(w.word)
      from (select distinct w.word from words, unnest(name || shelf || ingredients || claims) w (word)) w
     where char_length(w.word) between 2 and 40 order by 1
    on conflict do nothing)
  insert into product_listing (id, category_id, price, price_per_kilogram, is_in_stock, is_featured, featured_position, is_best_seller, created_at, name,
      allergens_contained, allergens_possible, unsafe_allergens, suitable_for, name_vector, search_vector)
  select p.id, p.category_id, p.price, price_per_kilogram(p.price, p.net_weight), coalesce(p.sellable_stock, p.stock) > 0, p.is_featured,
         p.featured_position, p.is_best_seller, p.created_at, lower(p.name), a.bits[1], a.bits[2], a.bits[3], w.suitable_for, n.vector, n.vector || weighted_stems_of(w.ingredients, 0, 'C', false)
    from words w join products p on p.id = w.id,
         lateral (select allergen_bits(p.allergens) as bits offset 0) a,
         lateral (select weighted_stems_of(w.name, 0, 'A', true) || weighted_stems_of(w.shelf || w.net_weight, 0, 'B', false)
           || weighted_stems_of(w.claims || case when w.suitable_for & 1 > 0 then array['plant', 'based'] end, 0, 'D', true) offset 0) n (vector)
$$;

drop function if exists public.label_claims(text, text);
-- A migration has changed what is listed (0028).
delete from product_listing where exists (select from search_word_files f where f.name = 'product_listing');
delete from search_word_files where name = 'product_listing';
-- Products that an earlier version did not list.
select insert_product_listing(array(select p.id from products p where p.is_active and not exists (select from product_listing l where l.id = p.id)));
