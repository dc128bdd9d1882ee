-- A nutrition value that was never given is null: a 0 is a fact about the food.
alter domain nutrition_facts drop constraint nutrition_facts_check;
alter domain nutrition_facts add constraint nutrition_facts_check check (
  jsonb_typeof(value) = 'object'
  and value ?& array['energy', 'protein', 'carbohydrates', 'fat']
  and not jsonb_path_exists(value, '$.* ? (
    !exists(@.value ? (@.type() == "null" || (@.type() == "number" && @ >= 0))) ||
    !exists(@.unit ? (@.type() == "string")) || !exists(@.per ? (@.type() == "string")))'));
alter table products alter column nutrition_info set default
  '{"energy": {"value": null, "unit": "kcal", "per": "100g"},
    "protein": {"value": null, "unit": "g", "per": "100g"},
    "carbohydrates": {"value": null, "unit": "g", "per": "100g"},
    "fat": {"value": null, "unit": "g", "per": "100g"}}';

-- Until now a 0 was shown only where the other values accounted for three quarters of the energy. Such a 0 was given and
-- stays; any other was the default.
update products p set nutrition_info = (
    select jsonb_object_agg(n.key, case when n.key = any (array['energy', 'protein', 'carbohydrates', 'fat']) and n.value -> 'value' = '0'
        then n.value || '{"value": null}' else n.value end)
      from jsonb_each(p.nutrition_info) n)
  from (select q.id, (q.nutrition_info #>> '{energy,value}')::numeric as energy, (q.nutrition_info #>> '{protein,value}')::numeric * 4
          + (q.nutrition_info #>> '{carbohydrates,value}')::numeric * 4 + (q.nutrition_info #>> '{fat,value}')::numeric * 9 as explained
          from products q) e
 where e.id = p.id and (e.energy = 0 or e.explained < e.energy * 0.75)
   and jsonb_path_exists(p.nutrition_info, '$.keyvalue() ? (@.key == "energy" || @.key == "protein" || @.key == "carbohydrates" || @.key == "fat").value.value ? (@ == 0)');

-- Where the owner puts a category in the lists of the shop; those without a place come last, by name.
alter table categories add column position integer check (position >= 1);
drop index categories_by_name;
create index categories_by_position on categories (position, (lower(name) collate "C"), id);
-- A category that others make room for is not edited: an open form of it stays up to date. set_category_position writes down who moved which.
drop trigger set_version_and_updated_at on categories;
create trigger set_version_and_updated_at before update on categories for each row
  when (old.position is not distinct from new.position) execute function set_version_and_updated_at();

-- The owner's search finds a word of any field of a product. Long texts would make the rows of product_search_text wide, which each sale
-- may write: so the words stand in a table of their own, each once and with its beginnings found by one index.
create table product_search_vectors (
  id uuid primary key references products on delete cascade,
  category_id uuid not null,
  is_active boolean not null,
  price numeric(10,2) not null,
  created_at timestamptz not null,
  -- Lower case, as the list is sorted.
  name text collate "C" not null,
  search_vector tsvector not null
) with (fillfactor = 90);
-- Every word that a product has or had: a search that finds nothing is compared with them.
create table search_vocabulary (
  word text collate "C" primary key check (char_length(word) between 4 and 40)
);
create index search_vocabulary_reversed on search_vocabulary (reverse(word));

-- The words of a text as they are searched: lower case, without apostrophes, between white space and punctuation.
create function split_search_words(p_text text) returns text[] language sql immutable strict parallel safe set search_path = '' as $$
  select array(
    select left(w.word, 40)
      from unnest(string_to_array(translate(lower(translate(p_text, '''’‘', '')),
        U&'!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~\2013\2014\2026\201C\201D\00B7\2022\00A0\0009\000A\000D', repeat(' ', 42)), ' '))
        with ordinality w (word, place)
     where w.word <> '' order by w.place)
$$;

create function build_product_search_vector(p_product products, p_category text) returns tsvector language sql stable set search_path = public, pg_temp as $$
  select array_to_tsvector(array(select distinct unnest(split_search_words(concat_ws(' ',
    p_product.name, p_product.slug, p_product.brand, p_category, p_product.badge, p_product.net_weight, replace(p_product.net_weight, ' ', ''),
    p_product.description, p_product.ingredients, p_product.allergy_advice, p_product.lifestyle, p_product.dietary_info,
    p_product.storage_instructions, p_product.manufacturer ->> 'name', p_product.manufacturer ->> 'address', p_product.manufacturer ->> 'city',
    p_product.manufacturer ->> 'country')))))
$$;

-- In one order, so that two who bring the same new words cannot wait for each other.
create function add_search_vocabulary(p_ids uuid[]) returns void language sql set search_path = public, pg_temp as $$
  insert into search_vocabulary (word)
  select distinct w.word collate "C" from product_search_vectors t, unnest(tsvector_to_array(t.search_vector)) w (word)
   where t.id = any (p_ids) and char_length(w.word) >= 4 and w.word !~ '^[0-9]+$' order by 1
  on conflict do nothing
$$;

create function insert_product_search_vectors() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into product_search_vectors (id, category_id, is_active, price, created_at, name, search_vector)
  select p.id, p.category_id, p.is_active, p.price, p.created_at, lower(p.name), build_product_search_vector(p, c.name) from added n join products p on p.id = n.id join categories c on c.id = p.category_id;
  perform add_search_vocabulary(array(select n.id from added n));
  return null;
end $$;
create trigger insert_product_search_vectors after insert on products referencing new table as added
  for each statement execute function insert_product_search_vectors();

create function update_product_search_vector() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update product_search_vectors t set category_id = new.category_id, is_active = new.is_active, price = new.price, created_at = new.created_at,
         name = lower(new.name), search_vector = build_product_search_vector(new, c.name)
    from categories c where t.id = new.id and c.id = new.category_id;
  perform add_search_vocabulary(array[new.id]);
  return null;
end $$;
-- Named columns: a sale changes stock alone and must not come here.
create trigger update_product_search_vector after update of name, slug, brand, category_id, is_active, price, created_at, badge, net_weight, description,
    ingredients, allergy_advice, lifestyle, dietary_info, storage_instructions, manufacturer on products for each row
  when ((old.name, old.slug, old.brand, old.category_id, old.is_active, old.price, old.created_at, old.badge, old.net_weight, old.description,
      old.ingredients, old.allergy_advice, old.lifestyle, old.dietary_info, old.storage_instructions, old.manufacturer)
    is distinct from (new.name, new.slug, new.brand, new.category_id, new.is_active, new.price, new.created_at, new.badge, new.net_weight, new.description,
      new.ingredients, new.allergy_advice, new.lifestyle, new.dietary_info, new.storage_instructions, new.manufacturer))
  execute function update_product_search_vector();

create function update_category_search_vectors() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update product_search_vectors t set search_vector = build_product_search_vector(p, new.name) from products p where p.category_id = new.id and t.id = p.id;
  perform add_search_vocabulary(array(select p.id from products p where p.category_id = new.id limit 1));
  return null;
end $$;
create trigger update_category_search_vectors after update of name on categories for each row
  when (old.name <> new.name) execute function update_category_search_vectors();

insert into product_search_vectors (id, category_id, is_active, price, created_at, name, search_vector)
select p.id, p.category_id, p.is_active, p.price, p.created_at, lower(p.name), build_product_search_vector(p, c.name) from products p join categories c on c.id = p.category_id;
select add_search_vocabulary(array(select id from product_search_vectors));
create index product_search_vectors_gin on product_search_vectors using gin (search_vector);
