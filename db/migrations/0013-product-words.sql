-- What the owner's product list is searched by stands in a narrow table of its own: the products themselves are so wide that nearly each
-- one found lay on a page of its own, and the search_text of each were put together and lowered anew. No index here knows the stock_bucket of stock,
-- so that a sale that changes it writes one row in its page and nothing else.
create table product_search_text (
  id uuid primary key references products on delete cascade,
  category_id uuid not null,
  is_active boolean not null,
  price numeric(10,2) not null,
  created_at timestamptz not null,
  -- Lower case, as the list is sorted and searched.
  name text collate "C" not null,
  search_text text not null,
  stock_bucket integer not null
) with (fillfactor = 90);

create function insert_product_search_text() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into product_search_text (id, category_id, is_active, price, created_at, name, search_text, stock_bucket)
  select n.id, n.category_id, n.is_active, n.price, n.created_at, lower(n.name), lower(n.name || E'\n' || n.brand || E'\n' || n.slug),
         stock_bucket(n.stock)
    from added n;
  return null;
end $$;
create trigger insert_product_search_text after insert on products referencing new table as added
  for each statement execute function insert_product_search_text();

create function update_product_search_text() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update product_search_text w set category_id = new.category_id, is_active = new.is_active, price = new.price, created_at = new.created_at,
         name = lower(new.name), search_text = lower(new.name || E'\n' || new.brand || E'\n' || new.slug)
   where w.id = new.id;
  return null;
end $$;
-- Named columns: a sale changes stock alone and must not come here.
create trigger update_product_search_text after update of category_id, is_active, price, created_at, name, brand, slug on products for each row
  when ((old.category_id, old.is_active, old.price, old.created_at, old.name, old.brand, old.slug)
    is distinct from (new.category_id, new.is_active, new.price, new.created_at, new.name, new.brand, new.slug))
  execute function update_product_search_text();

-- With the stock_bucket that the list in the order of stock goes by, and only where that changes.
create or replace function update_product_stock_bucket() returns trigger language plpgsql as $$
declare
  v_level constant integer := public.stock_bucket(new.stock);
begin
  if v_level <> public.stock_bucket(old.stock) then
    update public.product_stock_buckets l set stock_bucket = v_level where l.id = new.id;
    update public.product_search_text w set stock_bucket = v_level where w.id = new.id;
  end if;
  return null;
end $$;

insert into product_search_text (id, category_id, is_active, price, created_at, name, search_text, stock_bucket)
select id, category_id, is_active, price, created_at, lower(name), lower(name || E'\n' || brand || E'\n' || slug), stock_bucket(stock) from products;

drop index products_search_trgm, products_short_ngrams;
create index product_search_text_trgm on product_search_text using gin (search_text gin_trgm_ops);
create index product_search_text_short_ngrams on product_search_text using gin (short_ngrams(search_text));
-- Nobody works that index out with rights of their own any more.
revoke execute on function short_ngrams(text) from ninth_bend_admin;
