-- The owner's lists at a hundred thousand products and half a million orders: a page of them reads an index, wherever it lies.

-- An index on lower(name) answers alone only where it holds the name as well; a late page then reads nothing of the products before it.
drop index products_by_name, products_by_category_name, products_by_featured, products_by_category_featured,
  best_sellers_by_featured, best_sellers_by_category, low_stock_products;
create index products_by_name on products ((lower(name) collate "C"), id) include (name);
create index products_by_category_name on products (category_id, (lower(name) collate "C"), id) include (name);
create index active_products_by_name on products ((lower(name) collate "C"), id) include (name) where is_active;
create index active_products_by_category_name on products (category_id, (lower(name) collate "C"), id) include (name) where is_active;
create index products_by_featured on products (is_featured desc, (lower(name) collate "C"), id) include (name) where is_active;
create index products_by_category_featured on products (category_id, is_featured desc, (lower(name) collate "C"), id) include (name)
  where is_active;
create index best_sellers_by_featured on products (is_featured desc, (lower(name) collate "C"), id) include (name)
  where is_active and is_best_seller;
create index best_sellers_by_category on products (category_id, is_featured desc, (lower(name) collate "C"), id) include (name)
  where is_active and is_best_seller;
create index products_by_category_price on products (category_id, price, id);
create index products_by_category_created_at on products (category_id, created_at desc, id);
-- The few that are low or switched off are sorted as they are asked for.
create index low_stock_products on products (category_id, id) include (name, price, created_at) where is_low_stock;
create index inactive_products on products (category_id, id) include (name, price, created_at) where not is_active;

-- Three letters are the least that a trigram index finds by, so one or two have an index of their own.
create function short_ngrams(p_text text) returns text[] language sql immutable strict parallel safe
return array(select substr(p_text, place, letters) from generate_series(1, char_length(p_text)) place, generate_series(1, 2) letters);
-- Whoever adds or edits a product works the index out.
grant execute on function short_ngrams(text) to ninth_bend_admin;
create index products_short_ngrams on products using gin (short_ngrams(lower(name || E'\n' || brand || E'\n' || slug)));

-- The list in the order of stock. An index on the stock itself would have every sale rewrite all of the product's indexes,
-- and one of a copy would cost every sale a write more; a stock rounded down to three binary places changes seldom,
-- and only products of the same stock_bucket are compared by their stock. Below 16 a stock_bucket is the stock itself.
create function stock_bucket(p_stock integer) returns integer language sql immutable parallel safe
return p_stock - p_stock % case
  when p_stock < 16 then 1 when p_stock < 32 then 2 when p_stock < 64 then 4 when p_stock < 128 then 8 when p_stock < 256 then 16
  when p_stock < 512 then 32 when p_stock < 1024 then 64 when p_stock < 2048 then 128 when p_stock < 4096 then 256 else 512 end;
grant execute on function stock_bucket(integer) to ninth_bend_admin;
create table product_stock_buckets (
  id uuid primary key references products on delete cascade,
  category_id uuid not null,
  is_active boolean not null,
  stock_bucket integer not null
);
insert into product_stock_buckets (id, category_id, is_active, stock_bucket) select id, category_id, is_active, stock_bucket(stock) from products;
create index product_stock_buckets_by_bucket on product_stock_buckets (stock_bucket, id) include (category_id, is_active);

create function upsert_product_stock_bucket() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.product_stock_buckets (id, category_id, is_active, stock_bucket) values (new.id, new.category_id, new.is_active, public.stock_bucket(new.stock))
  on conflict (id) do update set category_id = excluded.category_id, is_active = excluded.is_active, stock_bucket = excluded.stock_bucket;
  return null;
end $$;
create trigger insert_product_stock_bucket after insert on products for each row execute function upsert_product_stock_bucket();
create trigger upsert_product_stock_bucket after update of category_id, is_active on products for each row
  when ((old.category_id, old.is_active) is distinct from (new.category_id, new.is_active)) execute function upsert_product_stock_bucket();
-- Stock is changed by the procedures alone, with their rights. They come here with every sale: a condition of the trigger
-- would be planned anew for each of them, which costs four times what asking here does.
create function update_product_stock_bucket() returns trigger language plpgsql as $$
begin
  if public.stock_bucket(new.stock) <> public.stock_bucket(old.stock) then
    update public.product_stock_buckets l set stock_bucket = public.stock_bucket(new.stock) where l.id = new.id;
  end if;
  return null;
end $$;
create trigger update_product_stock_bucket after update of stock on products for each row execute function update_product_stock_bucket();

-- How many orders each day brought (UTC), without a gap from the first day on. Only days are kept that nobody can place an order on
-- any more, so that placing one never waits for a count; the days since are counted when they are asked for.
create table daily_order_counts (
  day date primary key,
  orders integer not null check (orders >= 0)
);

create function extend_daily_order_counts() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  -- Two weeks are far longer than any transaction may last.
  v_until constant date := (now() at time zone 'UTC')::date - 14;
  v_from date := (select max(d.day) + 1 from public.daily_order_counts d);
  v_min_orders constant integer := 2000;
begin
  if v_from >= v_until or not pg_try_advisory_xact_lock(hashtext('daily_order_counts')) then
    return null;
  end if;
  -- What another transaction closed meanwhile is not closed twice.
  v_from := coalesce((select max(d.day) + 1 from public.daily_order_counts d), (select (min(o.created_at) at time zone 'UTC')::date from public.orders o));
  -- A shop with few orders counts them faster than it could look them up here.
  if (select count(*) from (select from public.orders o where o.created_at >= v_from::timestamp at time zone 'UTC'
        and o.created_at < v_until::timestamp at time zone 'UTC' limit v_min_orders) old_ones) < v_min_orders then
    return null;
  end if;
  insert into public.daily_order_counts (day, orders)
  select day.at::date, count(o.id) from generate_series(v_from::timestamp, v_until - interval '1 day', '1 day') day (at)
    left join (select o.id, (o.created_at at time zone 'UTC')::date as day from public.orders o
                where o.created_at >= v_from::timestamp at time zone 'UTC' and o.created_at < v_until::timestamp at time zone 'UTC') o on o.day = day.at
   group by day.at;
  return null;
end $$;
create trigger extend_daily_order_counts after update of status on orders for each statement execute function extend_daily_order_counts();

-- An order that is brought in or taken out with an old date opens its day again, and those after it.
create function invalidate_daily_order_counts() returns trigger language plpgsql as $$
declare
  v_at constant timestamptz := case when tg_op = 'DELETE' then old.created_at else new.created_at end;
begin
  if v_at < now() - interval '14 days' then
    perform pg_advisory_xact_lock(hashtext('daily_order_counts'));
    delete from public.daily_order_counts d where d.day >= (v_at at time zone 'UTC')::date;
  end if;
  return null;
end $$;
create trigger invalidate_daily_order_counts after insert or delete on orders for each row execute function invalidate_daily_order_counts();

-- A shop that has had many orders begins with its days closed.
update orders set status = status where false;
