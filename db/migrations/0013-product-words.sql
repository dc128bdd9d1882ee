-- What the owner's product list is searched by stands in a narrow table of its own: the products themselves are so wide that nearly each
-- one found lay on a page of its own, and the words of each were put together and lowered anew. No index here knows the level of stock,
-- so that a sale that changes it writes one row in its page and nothing else.
create table product_words (
  id uuid primary key references products on delete cascade,
  category_id uuid not null,
  is_active boolean not null,
  price numeric(10,2) not null,
  created_at timestamptz not null,
  -- Lower case, as the list is sorted and searched.
  name text collate "C" not null,
  words text not null,
  level integer not null
) with (fillfactor = 90);

create function keep_words_of_new() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into product_words (id, category_id, is_active, price, created_at, name, words, level)
  select n.id, n.category_id, n.is_active, n.price, n.created_at, lower(n.name), lower(n.name || E'\n' || n.brand || E'\n' || n.slug),
         stock_level(n.stock)
    from added n;
  return null;
end $$;
create trigger keep_words_of_new after insert on products referencing new table as added
  for each statement execute function keep_words_of_new();

create function keep_words_of_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update product_words w set category_id = new.category_id, is_active = new.is_active, price = new.price, created_at = new.created_at,
         name = lower(new.name), words = lower(new.name || E'\n' || new.brand || E'\n' || new.slug)
   where w.id = new.id;
  return null;
end $$;
-- Named columns: a sale changes stock alone and must not come here.
create trigger keep_words_of_changed after update of category_id, is_active, price, created_at, name, brand, slug on products for each row
  when ((old.category_id, old.is_active, old.price, old.created_at, old.name, old.brand, old.slug)
    is distinct from (new.category_id, new.is_active, new.price, new.created_at, new.name, new.brand, new.slug))
  execute function keep_words_of_changed();

-- With the level that the list in the order of stock goes by, and only where that changes.
create or replace function keep_changed_stock_level() returns trigger language plpgsql as $$
declare
  v_level constant integer := public.stock_level(new.stock);
begin
  if v_level <> public.stock_level(old.stock) then
    update public.stock_levels l set level = v_level where l.id = new.id;
    update public.product_words w set level = v_level where w.id = new.id;
  end if;
  return null;
end $$;

insert into product_words (id, category_id, is_active, price, created_at, name, words, level)
select id, category_id, is_active, price, created_at, lower(name), lower(name || E'\n' || brand || E'\n' || slug), stock_level(stock) from products;

drop index products_search, products_short_search;
create index product_words_search on product_words using gin (words gin_trgm_ops);
create index product_words_short_search on product_words using gin (short_pieces(words));
-- Nobody works that index out with rights of their own any more.
revoke execute on function short_pieces(text) from ninth_bend_admin;
