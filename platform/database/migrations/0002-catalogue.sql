-- Categories, products, pictures, and the tables that triggers derive from products (db/triggers).

create table categories (
  id uuid primary key default gen_random_uuid(),
  name short_name not null,
  slug slug not null unique,
  description long_text,
  image_url image_address,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Chosen by the owner; categories without a position come last, by name.
  position integer check (position >= 1)
);
create index categories_by_position on categories (position, (lower(name) collate "C"), id);

create table products (
  id uuid primary key default gen_random_uuid(),
  slug slug not null unique,
  name short_name not null,
  category_id uuid not null references categories,
  description long_text,
  price price not null,
  stock integer not null check (stock >= 0),
  -- An index on stock itself would make every sale update every index of the product.
  is_low_stock boolean not null generated always as (stock < 10) stored,
  is_active boolean not null default true,
  is_featured boolean not null default false,
  is_best_seller boolean not null default false,
  badge short_name,
  image_url image_address,
  net_weight short_name,
  brand short_name not null,
  ingredients long_text,
  allergy_advice long_text,
  lifestyle short_text,
  dietary_info short_text,
  storage_instructions long_text,
  nutrition_info nutrition_facts not null
    default '{"energy": {"value": null, "unit": "kcal", "per": "100g"},
    "protein": {"value": null, "unit": "g", "per": "100g"},
    "carbohydrates": {"value": null, "unit": "g", "per": "100g"},
    "fat": {"value": null, "unit": "g", "per": "100g"}}',
  manufacturer manufacturer_details not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
-- Free space keeps a change of stock in the same page (HOT update), without a write to any index.
) with (fillfactor = 70);

-- The four sort orders of the storefront: all products, one category, best sellers. Indexes by lower(name) include the name,
-- because an index-only scan needs the column itself.
create index products_by_featured on products (is_featured desc, (lower(name) collate "C"), id) include (name) where is_active;
create index products_by_price_ascending on products (price, id) where is_active;
create index products_by_price_descending on products (price desc, id) where is_active;
create index products_by_newest on products (created_at desc, id) where is_active;
create index products_by_category_featured on products (category_id, is_featured desc, (lower(name) collate "C"), id) include (name)
  where is_active;
create index products_by_category_price_ascending on products (category_id, price, id) where is_active;
create index products_by_category_price_descending on products (category_id, price desc, id) where is_active;
create index products_by_category_newest on products (category_id, created_at desc, id) where is_active;
create index best_sellers_by_featured on products (is_featured desc, (lower(name) collate "C"), id) include (name)
  where is_active and is_best_seller;
create index best_sellers_by_price_ascending on products (price, id) where is_active and is_best_seller;
create index best_sellers_by_price_descending on products (price desc, id) where is_active and is_best_seller;
create index best_sellers_by_newest on products (created_at desc, id) where is_active and is_best_seller;
create index best_sellers_by_name on products ((lower(name) collate "C"), id) where is_active and is_best_seller;
create index best_sellers_by_category on products (category_id, is_featured desc, (lower(name) collate "C"), id) include (name)
  where is_active and is_best_seller;

-- The product list of the admin area, its filters and sort orders.
create index products_by_name on products ((lower(name) collate "C"), id) include (name);
create index products_by_category_name on products (category_id, (lower(name) collate "C"), id) include (name);
create index active_products_by_name on products ((lower(name) collate "C"), id) include (name) where is_active;
create index active_products_by_category_name on products (category_id, (lower(name) collate "C"), id) include (name) where is_active;
create index products_by_price on products (price, id);
create index products_by_created_at on products (created_at desc, id);
create index products_by_category_price on products (category_id, price, id);
create index products_by_category_created_at on products (category_id, created_at desc, id);
create index low_stock_products on products (category_id, id) include (name, price, created_at) where is_low_stock;
create index inactive_products on products (category_id, id) include (name, price, created_at) where not is_active;
-- Active demo products, recognised by the end of their picture's storage key (shop/catalogue/demo/demo-products.ts).
create index demo_products on products (id)
 where is_active and image_url like '%-1793523600000.webp';

create table pictures (
  image_url image_address primary key,
  key text not null unique
    check (key ~ '^(products|categories)/[A-Za-z0-9/_.-]+$' and key !~ '\.\.' and char_length(key) <= 500),
  width integer not null check (width between 1 and 20000),
  height integer not null check (height between 1 and 20000),
  widths integer[] not null check (cardinality(widths) >= 1 and 1 <= all (widths)),
  placeholder text check (placeholder like 'data:image/%' and char_length(placeholder) <= 4000),
  created_at timestamptz not null default now()
);

-- Active products and best sellers of each category: counting them for every page is slower than reading the page.
create table category_counts (
  category_id uuid primary key references categories on delete cascade,
  products integer not null default 0 check (products >= 0),
  best_sellers integer not null default 0 check (best_sellers between 0 and products)
);

-- How many active products each bucket of a sort order has: a page at a high offset starts counting at its bucket.
create table listing_offset_index (
  sort text not null check (sort in ('name', 'price', 'age')),
  -- In sort order: featured flag and first three letters, price in tenths of a pound, or month (UTC).
  bucket text collate "C" not null,
  products integer not null,
  primary key (sort, bucket)
);

create function listing_offset_buckets_of(p_is_featured boolean, p_name text, p_price numeric, p_created_at timestamptz)
returns table (sort text, bucket text) language sql stable as $$
  values ('name', (not p_is_featured)::integer || left(lower(p_name), 3)),
         ('price', lpad(trunc(p_price, 1)::text, 10, '0')),
         ('age', to_char(p_created_at at time zone 'UTC', 'YYYY-MM-01'))
$$;

-- The stock rounded down to five significant bits (to a multiple of 256 from 4096 on), so that most sales leave it unchanged.
-- Below 32 the bucket is the stock itself.
create function stock_bucket(p_stock integer) returns integer language sql immutable parallel safe
return p_stock - p_stock % case
  when p_stock < 32 then 1 when p_stock < 64 then 2 when p_stock < 128 then 4 when p_stock < 256 then 8 when p_stock < 512 then 16
  when p_stock < 1024 then 32 when p_stock < 2048 then 64 when p_stock < 4096 then 128 else 256 end;
-- update_product_stock_bucket() calls it as the role that changes the stock.
grant execute on function stock_bucket(integer) to ninth_bend_admin;

-- The product list sorted by stock: only products of one bucket are compared by their exact stock.
create table product_stock_buckets (
  id uuid primary key references products on delete cascade,
  category_id uuid not null,
  is_active boolean not null,
  stock_bucket integer not null
);
create index product_stock_buckets_by_bucket on product_stock_buckets (stock_bucket, id) include (category_id, is_active);

-- Substring search of the admin's product list. Narrow rows, because those of products are so wide that most matches lie on
-- pages of their own. No index has stock_bucket, so that changing it is a HOT update.
create table product_search_text (
  id uuid primary key references products on delete cascade,
  category_id uuid not null,
  is_active boolean not null,
  price numeric(10,2) not null,
  created_at timestamptz not null,
  -- Lower case, as the list is sorted.
  name text collate "C" not null,
  -- Name, brand and slug in lower case, one line each.
  search_text text not null,
  stock_bucket integer not null
) with (fillfactor = 90);
create index product_search_text_trgm on product_search_text using gin (search_text gin_trgm_ops);
create index product_search_text_short_ngrams on product_search_text using gin (short_ngrams(search_text));
-- The search of orders by product name.
create index product_search_text_name_trgm on product_search_text using gin (name gin_trgm_ops);

-- Word search over all fields of a product. Separate from product_search_text, whose rows some sales update.
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
create index product_search_vectors_gin on product_search_vectors using gin (search_vector);

-- Every word that a product has or had: suggestions for a search without results.
create table search_vocabulary (
  word text collate "C" primary key check (char_length(word) between 4 and 40)
);
create index search_vocabulary_reversed on search_vocabulary (reverse(word));

-- The words of a text: lower case, without apostrophes, split at white space and punctuation.
create function split_search_words(p_text text) returns text[] language sql immutable strict parallel safe set search_path = '' as $$
  select array(
    select left(w.word, 40)
      from unnest(string_to_array(translate(lower(translate(p_text, '''’‘', '')),
        U&'!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~\2013\2014\2026\201C\201D\00B7\2022\00A0\0009\000A\000D', repeat(' ', 42)), ' '))
        with ordinality w (word, index)
     where w.word <> '' order by w.index)
$$;

create function build_product_search_vector(p_product products, p_category text) returns tsvector language sql stable set search_path = public, pg_temp as $$
  select array_to_tsvector(array(select distinct unnest(split_search_words(concat_ws(' ',
    p_product.name, p_product.slug, p_product.brand, p_category, p_product.badge, p_product.net_weight, replace(p_product.net_weight, ' ', ''),
    p_product.description, p_product.ingredients, p_product.allergy_advice, p_product.lifestyle, p_product.dietary_info,
    p_product.storage_instructions, p_product.manufacturer ->> 'name', p_product.manufacturer ->> 'address', p_product.manufacturer ->> 'city',
    p_product.manufacturer ->> 'country')))))
$$;
