-- What the shop stores (§3), with the constraints that make wrong states impossible and an index for every list of §2 and §7.
-- Ids are random (D2): a short id is the first 8 characters, and ids in order of time would share them.

create extension if not exists pg_trgm with schema public;

-- The accounts' own tables follow in their own migration; who is an administrator is asked through is_admin() alone.
create schema accounts;
create table accounts.administrator (
  user_id uuid primary key,
  created_at timestamptz not null default now()
);

create table categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name ~ '\S' and char_length(name) <= 120),
  slug text not null unique check (slug ~ '^-?[a-z0-9]+(-[a-z0-9]+)*-?$' and char_length(slug) <= 140),
  description text check (description ~ '\S' and char_length(description) <= 2000),
  image_url text check (image_url ~ '^\S+$' and char_length(image_url) <= 600),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index categories_by_name on categories ((lower(name) collate "C"), id);

create table products (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^-?[a-z0-9]+(-[a-z0-9]+)*-?$' and char_length(slug) <= 220),
  name text not null check (name ~ '\S' and char_length(name) <= 200),
  category_id uuid not null references categories,
  description text check (description ~ '\S' and char_length(description) <= 5000),
  -- The highest price keeps the dearest possible order line within numeric(10,2) (D14).
  price numeric(10,2) not null check (price between 0 and 99999.99),
  stock integer not null check (stock >= 0),
  -- §9's threshold as a column of its own: an index on stock itself would have every sale rewrite every index of the product.
  is_low_stock boolean not null generated always as (stock < 10) stored,
  is_active boolean not null default true,
  is_featured boolean not null default false,
  is_best_seller boolean not null default false,
  badge text check (badge ~ '\S' and char_length(badge) <= 40),
  image_url text check (image_url ~ '^\S+$' and char_length(image_url) <= 600),
  net_weight text check (net_weight ~ '\S' and char_length(net_weight) <= 60),
  brand text not null check (brand ~ '\S' and char_length(brand) <= 120),
  ingredients text check (ingredients ~ '\S' and char_length(ingredients) <= 5000),
  allergy_advice text check (allergy_advice ~ '\S' and char_length(allergy_advice) <= 2000),
  lifestyle text check (lifestyle ~ '\S' and char_length(lifestyle) <= 500),
  dietary_info text check (dietary_info ~ '\S' and char_length(dietary_info) <= 500),
  storage_instructions text check (storage_instructions ~ '\S' and char_length(storage_instructions) <= 2000),
  nutrition_info jsonb not null
    default '{"energy": {"value": 0, "unit": "kcal", "per": "100g"}, "protein": {"value": 0, "unit": "g", "per": "100g"},
              "carbohydrates": {"value": 0, "unit": "g", "per": "100g"}, "fat": {"value": 0, "unit": "g", "per": "100g"}}'
    constraint nutrition_info_is_a_map_of_nutrients check (
      jsonb_typeof(nutrition_info) = 'object'
      and nutrition_info ?& array['energy', 'protein', 'carbohydrates', 'fat']
      and not jsonb_path_exists(nutrition_info, '$.* ? (
        !exists(@.value ? (@.type() == "number" && @ >= 0)) ||
        !exists(@.unit ? (@.type() == "string")) || !exists(@.per ? (@.type() == "string")))')),
  manufacturer jsonb not null
    constraint manufacturer_is_a_postal_address check (
      jsonb_typeof(manufacturer) = 'object'
      and manufacturer ?& array['name', 'address', 'city', 'country']
      and manufacturer - array['name', 'address', 'city', 'country'] = '{}'
      and not jsonb_path_exists(manufacturer, '$.* ? (@.type() != "string")')
      and char_length(manufacturer::text) <= 2000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- The storefront's four sorts, in the whole shop, in one category, and among the best sellers of either (§2, D12).
create index products_featured on products (is_featured desc, (lower(name) collate "C"), id) where is_active;
create index products_cheapest on products (price, id) where is_active;
create index products_dearest on products (price desc, id) where is_active;
create index products_newest on products (created_at desc, id) where is_active;
create index products_featured_of_category on products (category_id, is_featured desc, (lower(name) collate "C"), id) where is_active;
create index products_cheapest_of_category on products (category_id, price, id) where is_active;
create index products_dearest_of_category on products (category_id, price desc, id) where is_active;
create index products_newest_of_category on products (category_id, created_at desc, id) where is_active;
create index best_sellers_featured on products (is_featured desc, (lower(name) collate "C"), id) where is_active and is_best_seller;
create index best_sellers_cheapest on products (price, id) where is_active and is_best_seller;
create index best_sellers_dearest on products (price desc, id) where is_active and is_best_seller;
create index best_sellers_newest on products (created_at desc, id) where is_active and is_best_seller;
create index best_sellers_by_name on products ((lower(name) collate "C"), id) where is_active and is_best_seller;
create index best_sellers_of_category on products (category_id, is_featured desc, (lower(name) collate "C"), id) where is_active and is_best_seller;
-- The back-office list, all or one category, and the dashboard's count.
create index products_by_name on products ((lower(name) collate "C"), id);
create index products_of_category_by_name on products (category_id, (lower(name) collate "C"), id);
create index products_low_in_stock on products (id) where is_low_stock;

create table pictures (
  image_url text primary key check (image_url ~ '^\S+$' and char_length(image_url) <= 600),
  key text not null unique check (key ~ '^(products|categories)/[A-Za-z0-9/_.-]+$' and key !~ '\.\.' and char_length(key) <= 500),
  width integer not null check (width between 1 and 20000),
  height integer not null check (height between 1 and 20000),
  widths integer[] not null check (cardinality(widths) >= 1 and 1 <= all (widths)),
  placeholder text check (placeholder like 'data:image/%' and char_length(placeholder) <= 4000),
  created_at timestamptz not null default now()
);

create table user_profiles (
  user_id uuid primary key,
  full_name text check (full_name ~ '\S' and char_length(full_name) <= 120),
  phone text check (char_length(phone) <= 40),
  address text check (char_length(address) <= 300),
  post_code text check (char_length(post_code) <= 20),
  city text check (char_length(city) <= 100),
  country text default 'United Kingdom' check (char_length(country) <= 80),
  email text check (email ~ '^\S+@\S+$' and char_length(email) <= 320),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  total_amount numeric(10,2) not null check (total_amount >= 0),
  shipping_address jsonb not null
    constraint shipping_address_is_complete check (
      jsonb_typeof(shipping_address) = 'object'
      and shipping_address ?& array['full_name', 'phone', 'address', 'post_code', 'city', 'country']
      and shipping_address - array['full_name', 'phone', 'address', 'post_code', 'city', 'country', 'email'] = '{}'
      and not jsonb_path_exists(shipping_address, '$.* ? (@.type() != "string" || !(@ like_regex "\\S"))')
      and char_length(shipping_address::text) <= 4000),
  payment_method text not null default 'cod' check (payment_method in ('cod', 'card', 'paypal')),
  status text not null default 'pending' check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  estimated_delivery date not null,
  -- A delivered order that is cancelled afterwards keeps the day it arrived.
  actual_delivery timestamptz
    constraint actual_delivery_when_delivered check (
      case status when 'delivered' then actual_delivery is not null when 'cancelled' then true else actual_delivery is null end),
  version integer not null default 1,
  -- What D26 finds an order by, beside its id: one line each, so that nothing is found across two of them.
  search_text text not null generated always as (
    E'\n' || lower(regexp_replace(shipping_address ->> 'full_name', '\s+', ' ', 'g'))
    || E'\n' || regexp_replace(regexp_replace(shipping_address ->> 'phone', '[^0-9+]', '', 'g'), '^(\+44|0044)0?', '0')
    || E'\n' || lower(regexp_replace(shipping_address ->> 'post_code', '\s+', ' ', 'g'))
    || E'\n' || lower(regexp_replace(shipping_address ->> 'post_code', '\s+', '', 'g'))
    || E'\n' || lower(coalesce(shipping_address ->> 'email', '')) || E'\n') stored
);
create index orders_newest on orders (created_at desc, id);
create index orders_newest_of_status on orders (status, created_at desc, id);
create index orders_newest_of_customer on orders (user_id, created_at desc, id);
create index orders_search on orders using gin (search_text gin_trgm_ops);

create table order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  line_number integer not null check (line_number >= 1),
  product_id uuid not null references products,
  quantity integer not null check (quantity between 1 and 999),
  price numeric(10,2) not null check (price between 0 and 99999.99),
  subtotal numeric(10,2) not null generated always as (price * quantity) stored,
  -- An order keeps what it sold: the product may be renamed, or its advice rewritten, the day after.
  product_name text not null check (product_name ~ '\S'),
  net_weight text,
  allergy_advice text,
  image_url text,
  unique (order_id, line_number),
  unique (order_id, product_id)
);
create index order_items_of_product on order_items (product_id);

-- D22: who did what to an order, when and why. Rows are only ever added.
create table order_history (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('customer', 'admin')),
  actor_id uuid not null,
  event text not null check (event in ('placed', 'moved', 'cancelled', 'edited')),
  from_status text check (from_status in ('pending', 'processing', 'shipped', 'delivered')),
  to_status text check (to_status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  reason text check (reason ~ '\S' and char_length(reason) <= 500),
  note text check (note ~ '\S' and char_length(note) <= 2000),
  details jsonb,
  constraint event_says_what_changed check (
    case event
      when 'placed' then from_status is null and to_status = 'pending'
      when 'moved' then from_status is not null and to_status is not null and to_status not in (from_status, 'cancelled')
      when 'cancelled' then from_status is not null and to_status = 'cancelled' and reason is not null
      when 'edited' then from_status is null and to_status is null and details is not null
    end)
);
create index order_history_of_order on order_history (order_id, id);
-- A status is entered once in an order's life: a second cancellation cannot be written down, whatever the code does.
create unique index order_history_enters_a_status_once on order_history (order_id, to_status) where to_status is not null;

-- D27: every change of stock, by whom and why; their sum is the stock. Rows are only ever added.
create table inventory_adjustments (
  id bigint generated always as identity primary key,
  product_id uuid not null references products,
  quantity_change integer not null check (quantity_change <> 0),
  reason text not null check (reason ~ '\S' and char_length(reason) <= 500),
  action_type text not null check (action_type in ('initial_stock', 'manual_adjustment', 'order_placed', 'order_edited', 'order_cancelled')),
  author_kind text not null check (author_kind in ('customer', 'admin', 'system')),
  author_id uuid check (author_id is not null or author_kind = 'system'),
  order_id uuid references orders,
  stock_after integer not null check (stock_after >= 0),
  created_at timestamptz not null default now(),
  constraint orders_alone_name_an_order check ((order_id is not null) = (action_type like 'order\_%'))
);
create index inventory_adjustments_of_product on inventory_adjustments (product_id, id desc);
create index inventory_adjustments_of_order on inventory_adjustments (order_id) where order_id is not null;
-- Stock leaves once for an order and comes back once (§4), whatever the code does.
create unique index inventory_adjustments_once_an_order on inventory_adjustments (order_id, product_id, action_type)
  where action_type in ('order_placed', 'order_cancelled');

create table outbox (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  dedupe_key text not null unique check (dedupe_key ~ '\S' and char_length(dedupe_key) <= 300),
  recipient text check (recipient ~ '^\S+@\S+$' and char_length(recipient) <= 320),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  created_at timestamptz not null default now(),
  available_at timestamptz not null default now(),
  attempts integer not null default 0 check (attempts >= 0),
  sent_at timestamptz,
  last_error text,
  message_id text
);
create index outbox_waiting on outbox (available_at, id) where sent_at is null;

-- D17: the same submit sent again finds its order here.
create table idempotency_keys (
  user_id uuid not null,
  key text not null check (key ~ '\S' and char_length(key) <= 255),
  request_hash text not null,
  order_id uuid not null unique references orders,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);

create function note_change() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end $$;
create trigger note_change before update on categories for each row execute function note_change();
-- A sale is not an edit: it must not make the owner's open form out of date.
create trigger note_change before update on products for each row when (old.stock = new.stock) execute function note_change();
create trigger note_change before update on orders for each row execute function note_change();

create function note_profile_change() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger note_change before update on user_profiles for each row execute function note_profile_change();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', message = format('%s: %s', tg_table_name, tg_argv[0]);
end $$;
create trigger slug_is_made_once before update on categories
  for each row when (old.slug <> new.slug) execute function refuse_change('a slug never changes, so that links live (D13).');
create trigger slug_is_made_once before update on products
  for each row when (old.slug <> new.slug) execute function refuse_change('a slug never changes, so that links live (D13).');
create trigger orders_keep_their_owner before update on orders
  for each row when ((old.id, old.user_id, old.created_at) is distinct from (new.id, new.user_id, new.created_at))
  execute function refuse_change('an order keeps its id, its customer and its time.');
create trigger orders_move_one_step before update of status on orders
  for each row when (not ((old.status, new.status) in (('pending', 'processing'), ('processing', 'shipped'), ('shipped', 'delivered'))
    or (new.status = 'cancelled') or (old.status = new.status)))
  execute function refuse_change('a status moves one step forward or to cancelled (D22).');
create trigger rows_are_only_added before update or delete or truncate on order_history
  for each statement execute function refuse_change('rows are only ever added.');
create trigger rows_are_only_added before update or delete or truncate on inventory_adjustments
  for each statement execute function refuse_change('rows are only ever added.');

-- The stock a product starts with is a change of stock as well (D27), whoever inserts it.
create function note_initial_stock() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.inventory_adjustments (product_id, quantity_change, reason, action_type, author_kind, author_id, stock_after)
  values (new.id, new.stock, 'Initial stock', 'initial_stock',
    case when public.acting_user_id() is null then 'system' else 'admin' end, public.acting_user_id(), new.stock);
  return null;
end $$;
create trigger note_initial_stock after insert on products
  for each row when (new.stock > 0) execute function note_initial_stock();
