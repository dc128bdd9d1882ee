-- What the shop stores (§3), with the constraints that make wrong states impossible
-- and an index for every list of §2 and §7.
-- Ids are random (D2): a short id is the first 8 characters, and ids in order of time would share them.

create extension if not exists pg_trgm with schema public;

-- The accounts' own tables follow in their own migration; who is an administrator is asked through is_admin() alone.
create schema accounts;
create table accounts.administrator (
  user_id uuid primary key,
  created_at timestamptz not null default now()
);

-- Kinds of value. As domains they are checked when a value is written,
-- and cost nothing where a row only changes beside them.
create domain short_name as text check (value ~ '\S' and char_length(value) <= 200);
create domain short_text as text check (value ~ '\S' and char_length(value) <= 500);
create domain long_text as text check (value ~ '\S' and char_length(value) <= 5000);
create domain slug as text check (value ~ '^-?[a-z0-9]+(-[a-z0-9]+)*-?$' and char_length(value) <= 220);
create domain image_address as text check (value ~ '^\S+$' and char_length(value) <= 600);
create domain email_address as text check (value ~ '^\S+@\S+$' and char_length(value) <= 320);
create domain pounds as numeric(10,2) check (value >= 0);
-- The highest price keeps the dearest possible order line within pounds (D14).
create domain price as pounds check (value <= 99999.99);
create domain order_status as text check (value in ('pending', 'processing', 'shipped', 'delivered', 'cancelled'));

create domain nutrition_facts as jsonb check (
  jsonb_typeof(value) = 'object'
  and value ?& array['energy', 'protein', 'carbohydrates', 'fat']
  and not jsonb_path_exists(value, '$.* ? (
    !exists(@.value ? (@.type() == "number" && @ >= 0)) ||
    !exists(@.unit ? (@.type() == "string")) || !exists(@.per ? (@.type() == "string")))'));
create domain manufacturer_details as jsonb check (
  jsonb_typeof(value) = 'object'
  and value ?& array['name', 'address', 'city', 'country']
  and value - array['name', 'address', 'city', 'country'] = '{}'
  and not jsonb_path_exists(value, '$.* ? (@.type() != "string")')
  and char_length(value::text) <= 2000);
create domain shipping_address as jsonb check (
  jsonb_typeof(value) = 'object'
  and value ?& array['full_name', 'phone', 'address', 'post_code', 'city', 'country']
  and value - array['full_name', 'phone', 'address', 'post_code', 'city', 'country', 'email'] = '{}'
  and not jsonb_path_exists(value, '$.* ? (@.type() != "string" || !(@ like_regex "\\S"))')
  and char_length(value::text) <= 4000);

create table categories (
  id uuid primary key default gen_random_uuid(),
  name short_name not null,
  slug slug not null unique,
  description long_text,
  image_url image_address,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index categories_by_name on categories ((lower(name) collate "C"), id);

create table products (
  id uuid primary key default gen_random_uuid(),
  slug slug not null unique,
  name short_name not null,
  category_id uuid not null references categories,
  description long_text,
  price price not null,
  stock integer not null check (stock >= 0),
  -- §9's threshold as a column of its own:
  -- an index on stock itself would have every sale rewrite every index of the product.
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
    default '{"energy": {"value": 0, "unit": "kcal", "per": "100g"},
              "protein": {"value": 0, "unit": "g", "per": "100g"},
              "carbohydrates": {"value": 0, "unit": "g", "per": "100g"},
              "fat": {"value": 0, "unit": "g", "per": "100g"}}',
  manufacturer manufacturer_details not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
-- Room for the next sale in the same page: stock then changes without touching any index.
) with (fillfactor = 70);
-- The storefront's four sorts, in the whole shop, in one category, and among the best sellers of either (§2, D12).
create index products_by_featured on products (is_featured desc, (lower(name) collate "C"), id) where is_active;
create index products_by_price_ascending on products (price, id) where is_active;
create index products_by_price_descending on products (price desc, id) where is_active;
create index products_by_newest on products (created_at desc, id) where is_active;
create index products_by_category_featured on products (category_id, is_featured desc, (lower(name) collate "C"), id)
  where is_active;
create index products_by_category_price_ascending on products (category_id, price, id) where is_active;
create index products_by_category_price_descending on products (category_id, price desc, id) where is_active;
create index products_by_category_newest on products (category_id, created_at desc, id) where is_active;
create index best_sellers_by_featured on products (is_featured desc, (lower(name) collate "C"), id)
  where is_active and is_best_seller;
create index best_sellers_by_price_ascending on products (price, id) where is_active and is_best_seller;
create index best_sellers_by_price_descending on products (price desc, id) where is_active and is_best_seller;
create index best_sellers_by_newest on products (created_at desc, id) where is_active and is_best_seller;
create index best_sellers_by_name on products ((lower(name) collate "C"), id) where is_active and is_best_seller;
create index best_sellers_by_category on products (category_id, is_featured desc, (lower(name) collate "C"), id)
  where is_active and is_best_seller;
-- The back-office list, all or one category, and the dashboard's count.
create index products_by_name on products ((lower(name) collate "C"), id);
create index products_by_category_name on products (category_id, (lower(name) collate "C"), id);
create index low_stock_products on products (id) where is_low_stock;

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

create table user_profiles (
  user_id uuid primary key,
  full_name short_name,
  phone text check (char_length(phone) <= 40),
  address text check (char_length(address) <= 300),
  post_code text check (char_length(post_code) <= 20),
  city text check (char_length(city) <= 100),
  country text default 'United Kingdom' check (char_length(country) <= 80),
  email email_address,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  total_amount pounds not null,
  shipping_address shipping_address not null,
  payment_method text not null default 'cod' check (payment_method in ('cod', 'card', 'paypal')),
  status order_status not null default 'pending',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  estimated_delivery date not null,
  -- A delivered order that is cancelled afterwards keeps the day it arrived.
  actual_delivery timestamptz
    constraint actual_delivery_when_delivered check (
      case status
        when 'delivered' then actual_delivery is not null
        when 'cancelled' then true
        else actual_delivery is null
      end),
  version integer not null default 1,
  -- What D26 finds an order by, beside its id: one line each, so that nothing is found across two of them.
  search_text text not null generated always as (
    E'\n' || lower(regexp_replace(shipping_address ->> 'full_name', '\s+', ' ', 'g'))
    || E'\n' || regexp_replace(regexp_replace(shipping_address ->> 'phone', '[^0-9+]', '', 'g'), '^(\+44|0044)0?', '0')
    || E'\n' || lower(regexp_replace(shipping_address ->> 'post_code', '\s+', ' ', 'g'))
    || E'\n' || lower(regexp_replace(shipping_address ->> 'post_code', '\s+', '', 'g'))
    || E'\n' || lower(coalesce(shipping_address ->> 'email', '')) || E'\n') stored
);
create index orders_by_newest on orders (created_at desc, id);
create index orders_by_status_newest on orders (status, created_at desc, id);
create index orders_by_customer_newest on orders (user_id, created_at desc, id);
create index orders_search_text_trgm on orders using gin (search_text gin_trgm_ops);

create table order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  line_number integer not null check (line_number >= 1),
  product_id uuid not null references products,
  quantity integer not null check (quantity between 1 and 999),
  price price not null,
  subtotal pounds not null generated always as (price * quantity) stored,
  -- An order keeps what it sold: the product may be renamed, or its advice rewritten, the day after.
  product_name short_name not null,
  net_weight short_name,
  allergy_advice long_text,
  image_url image_address,
  unique (order_id, line_number),
  unique (order_id, product_id)
);
create index order_items_by_product on order_items (product_id);

-- D22: who did what to an order, when and why. Rows are only ever added.
create table order_history (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('customer', 'admin')),
  actor_id uuid not null,
  event text not null check (event in ('placed', 'moved', 'cancelled', 'edited')),
  from_status order_status check (from_status <> 'cancelled'),
  to_status order_status,
  reason short_text,
  note long_text,
  details jsonb,
  constraint event_fields_match_event check (
    case event
      when 'placed' then from_status is null and to_status = 'pending'
      when 'moved' then from_status is not null and to_status is not null and to_status not in (from_status, 'cancelled')
      when 'cancelled' then from_status is not null and to_status = 'cancelled' and reason is not null
      when 'edited' then from_status is null and to_status is null and details is not null
    end)
);
create index order_history_by_order on order_history (order_id, id);
-- A status is entered once in an order's life: a second cancellation cannot be written down, whatever the code does.
create unique index order_history_status_once on order_history (order_id, to_status)
  where to_status is not null;

-- D27: every change of stock, by whom and why; their sum is the stock. Rows are only ever added.
create table inventory_adjustments (
  id bigint generated always as identity primary key,
  product_id uuid not null references products,
  quantity_change integer not null check (quantity_change <> 0),
  reason short_text not null,
  action_type text not null check (
    action_type in ('initial_stock', 'manual_adjustment', 'order_placed', 'order_edited', 'order_cancelled')),
  actor_kind text not null check (actor_kind in ('customer', 'admin', 'system')),
  actor_id uuid check (actor_id is not null or actor_kind = 'system'),
  order_id uuid references orders,
  stock_after integer not null check (stock_after >= 0),
  created_at timestamptz not null default now(),
  constraint order_id_matches_action_type check ((order_id is not null) = (action_type like 'order\_%'))
);
create index inventory_adjustments_by_product on inventory_adjustments (product_id, id desc);
create index inventory_adjustments_by_order on inventory_adjustments (order_id) where order_id is not null;
-- Stock leaves once for an order and comes back once (§4), whatever the code does.
create unique index inventory_adjustments_once_per_order on inventory_adjustments (order_id, product_id, action_type)
  where action_type in ('order_placed', 'order_cancelled');

create table outbox (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  dedupe_key short_text not null unique,
  recipient email_address,
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  created_at timestamptz not null default now(),
  available_at timestamptz not null default now(),
  attempts integer not null default 0 check (attempts >= 0),
  sent_at timestamptz,
  last_error text,
  message_id text
);
create index outbox_due on outbox (available_at, id) where sent_at is null;

-- D17: the same submit sent again finds its order here.
create table idempotency_keys (
  user_id uuid not null,
  key text not null check (key ~ '\S' and char_length(key) <= 255),
  request_hash text not null,
  order_id uuid not null unique references orders,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
