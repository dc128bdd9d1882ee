-- The owner's lists at a hundred thousand products and half a million orders: a page of them reads an index, wherever it lies.

-- An index on lower(name) answers alone only where it holds the name as well; a late page then reads nothing of the products before it.
drop index products_by_name, products_of_category_by_name, products_featured, products_featured_of_category,
  best_sellers_featured, best_sellers_of_category, products_low_in_stock;
create index products_by_name on products ((lower(name) collate "C"), id) include (name);
create index products_of_category_by_name on products (category_id, (lower(name) collate "C"), id) include (name);
create index products_on_sale_by_name on products ((lower(name) collate "C"), id) include (name) where is_active;
create index products_on_sale_of_category_by_name on products (category_id, (lower(name) collate "C"), id) include (name) where is_active;
create index products_featured on products (is_featured desc, (lower(name) collate "C"), id) include (name) where is_active;
create index products_featured_of_category on products (category_id, is_featured desc, (lower(name) collate "C"), id) include (name)
  where is_active;
create index best_sellers_featured on products (is_featured desc, (lower(name) collate "C"), id) include (name)
  where is_active and is_best_seller;
create index best_sellers_of_category on products (category_id, is_featured desc, (lower(name) collate "C"), id) include (name)
  where is_active and is_best_seller;
create index products_of_category_by_price on products (category_id, price, id);
create index products_of_category_by_age on products (category_id, created_at desc, id);
-- The few that are low or switched off are sorted as they are asked for.
create index products_low_in_stock on products (category_id, id) include (name, price, created_at) where is_low_stock;
create index products_off_sale on products (category_id, id) include (name, price, created_at) where not is_active;

-- Three letters are the least that a trigram index finds by, so one or two have an index of their own.
create function short_pieces(p_text text) returns text[] language sql immutable strict parallel safe
return array(select substr(p_text, place, letters) from generate_series(1, char_length(p_text)) place, generate_series(1, 2) letters);
-- Whoever adds or edits a product works the index out.
grant execute on function short_pieces(text) to ninth_bend_admin;
create index products_short_search on products using gin (short_pieces(lower(name || E'\n' || brand || E'\n' || slug)));

-- The list in the order of stock. An index on the stock itself would have every sale rewrite all of the product's indexes,
-- and one of a copy would cost every sale a write more; a stock rounded down to three binary places changes seldom,
-- and only products of the same level are compared by their stock. Below 16 a level is the stock itself.
create function stock_level(p_stock integer) returns integer language sql immutable parallel safe
return p_stock - p_stock % case
  when p_stock < 16 then 1 when p_stock < 32 then 2 when p_stock < 64 then 4 when p_stock < 128 then 8 when p_stock < 256 then 16
  when p_stock < 512 then 32 when p_stock < 1024 then 64 when p_stock < 2048 then 128 when p_stock < 4096 then 256 else 512 end;
grant execute on function stock_level(integer) to ninth_bend_admin;
create table stock_levels (
  id uuid primary key references products on delete cascade,
  category_id uuid not null,
  is_active boolean not null,
  level integer not null
);
insert into stock_levels (id, category_id, is_active, level) select id, category_id, is_active, stock_level(stock) from products;
create index stock_levels_in_order on stock_levels (level, id) include (category_id, is_active);

create function keep_stock_level() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.stock_levels (id, category_id, is_active, level) values (new.id, new.category_id, new.is_active, public.stock_level(new.stock))
  on conflict (id) do update set category_id = excluded.category_id, is_active = excluded.is_active, level = excluded.level;
  return null;
end $$;
create trigger keep_first_stock_level after insert on products for each row execute function keep_stock_level();
create trigger keep_stock_level after update of category_id, is_active on products for each row
  when ((old.category_id, old.is_active) is distinct from (new.category_id, new.is_active)) execute function keep_stock_level();
-- Stock is changed by the procedures alone, with their rights. They come here with every sale: a condition of the trigger
-- would be planned anew for each of them, which costs four times what asking here does.
create function keep_changed_stock_level() returns trigger language plpgsql as $$
begin
  if public.stock_level(new.stock) <> public.stock_level(old.stock) then
    update public.stock_levels l set level = public.stock_level(new.stock) where l.id = new.id;
  end if;
  return null;
end $$;
create trigger keep_changed_stock_level after update of stock on products for each row execute function keep_changed_stock_level();

-- How many orders each day brought (UTC), without a gap from the first day on. Only days are kept that nobody can place an order on
-- any more, so that placing one never waits for a count; the days since are counted when they are asked for.
create table order_days (
  day date primary key,
  orders integer not null check (orders >= 0)
);

create function close_order_days() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  -- Two weeks are far longer than any transaction may last.
  v_until constant date := (now() at time zone 'UTC')::date - 14;
  v_from date := (select max(d.day) + 1 from public.order_days d);
  v_enough constant integer := 2000;
begin
  if v_from >= v_until or not pg_try_advisory_xact_lock(hashtext('order_days')) then
    return null;
  end if;
  -- What another transaction closed meanwhile is not closed twice.
  v_from := coalesce((select max(d.day) + 1 from public.order_days d), (select (min(o.created_at) at time zone 'UTC')::date from public.orders o));
  -- A shop with few orders counts them faster than it could look them up here.
  if (select count(*) from (select from public.orders o where o.created_at >= v_from::timestamp at time zone 'UTC'
        and o.created_at < v_until::timestamp at time zone 'UTC' limit v_enough) old_ones) < v_enough then
    return null;
  end if;
  insert into public.order_days (day, orders)
  select day.at::date, count(o.id) from generate_series(v_from::timestamp, v_until - interval '1 day', '1 day') day (at)
    left join (select o.id, (o.created_at at time zone 'UTC')::date as day from public.orders o
                where o.created_at >= v_from::timestamp at time zone 'UTC' and o.created_at < v_until::timestamp at time zone 'UTC') o on o.day = day.at
   group by day.at;
  return null;
end $$;
create trigger close_order_days after update of status on orders for each statement execute function close_order_days();

-- An order that is brought in or taken out with an old date opens its day again, and those after it.
create function reopen_order_days() returns trigger language plpgsql as $$
declare
  v_at constant timestamptz := case when tg_op = 'DELETE' then old.created_at else new.created_at end;
begin
  if v_at < now() - interval '14 days' then
    perform pg_advisory_xact_lock(hashtext('order_days'));
    delete from public.order_days d where d.day >= (v_at at time zone 'UTC')::date;
  end if;
  return null;
end $$;
create trigger reopen_order_days after insert or delete on orders for each row execute function reopen_order_days();

-- A shop that has had many orders begins with its days closed.
update orders set status = status where false;
